/** What n8n is told by its environment: a folder of its own, loopback only, and no word to anyone outside. */
export function n8nEnvironment(options: {
  folder: string;
  port: number;
  brokerPort: number;
  extra?: Record<string, string>;
}): Record<string, string> {
  return {
    ...inherited(),
    NODE_ENV: 'production',
    N8N_USER_FOLDER: options.folder,
    N8N_PORT: String(options.port),
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    N8N_HOST: '127.0.0.1',
    N8N_EDITOR_BASE_URL: `http://127.0.0.1:${options.port}/`,
    N8N_WEBHOOK_URL: `http://127.0.0.1:${options.port}/`,
    N8N_RUNNERS_BROKER_PORT: String(options.brokerPort),
    N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
    // The page is served over plain http, where a secure cookie would never come back.
    N8N_SECURE_COOKIE: 'false',
    N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'false',
    N8N_LOG_LEVEL: 'info',
    N8N_LOG_OUTPUT: 'console',
    NO_COLOR: '1',
    // Whatever would call home, fetch news or advertise.
    N8N_DIAGNOSTICS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
    N8N_DYNAMIC_BANNERS_ENABLED: 'false',
    N8N_TEMPLATES_ENABLED: 'false',
    N8N_PERSONALIZATION_ENABLED: 'false',
    N8N_HIRING_BANNER_ENABLED: 'false',
    N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
    N8N_VERIFIED_PACKAGES_ENABLED: 'false',
    N8N_AI_ENABLED: 'false',
    N8N_DISABLED_MODULES: 'mcp-registry',
    N8N_PYTHON_ENABLED: 'false',
    ...options.extra,
  };
}

/** Of this process's environment, what a program needs to run; nothing that was set for another n8n, for npm or for a test runner. */
function inherited(): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (
      value !== undefined &&
      /^(PATH|HOME|USER|LANG|LC_.*|TZ|TMPDIR|TEMP|TMP|SystemRoot|APPDATA|LOCALAPPDATA|USERPROFILE|SSL_CERT_.*|NODE_EXTRA_CA_CERTS)$/i.test(
        name,
      )
    ) {
      kept[name] = value;
    }
  }
  return kept;
}
