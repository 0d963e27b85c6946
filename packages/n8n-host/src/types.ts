/** As much of n8n's answers as is read here; the rest passes through. */
export interface Credential {
  id: string;
  name: string;
  type: string;
}

export interface WorkflowNode {
  id: string;
  name: string;
  type: string;
  typeVersion: number;
  position: [number, number];
  parameters: Record<string, unknown>;
  credentials?: Record<string, { id: string; name: string }>;
  [more: string]: unknown;
}

export interface WorkflowDefinition {
  /** Fixed, so that saving twice changes the one workflow. */
  id: string;
  name: string;
  nodes: WorkflowNode[];
  connections: Record<string, unknown>;
  settings?: Record<string, unknown>;
}

/** An error as n8n keeps it with an execution, and shows it. */
export interface StoredError {
  name?: string;
  message?: string;
  description?: string | null;
  httpCode?: string | null;
  context?: { itemIndex?: number };
}

export interface NodeRun {
  executionStatus?: string;
  error?: StoredError;
  data?: { main?: ({ json: Record<string, unknown>; pairedItem?: unknown }[] | null)[] };
  hints?: { message: string }[];
}

export interface Execution {
  id: string;
  workflowId: string;
  status: string;
  mode: string;
  finished: boolean;
  startedAt: string;
  stoppedAt: string | null;
  data?: {
    resultData?: {
      runData?: Record<string, NodeRun[]>;
      error?: StoredError;
      lastNodeExecuted?: string;
    };
  };
}

export interface CredentialTest {
  status: 'OK' | 'Error';
  message: string;
}

export interface Owner {
  email: string;
  password: string;
  /** For n8n's public API. */
  apiKey?: string;
}
