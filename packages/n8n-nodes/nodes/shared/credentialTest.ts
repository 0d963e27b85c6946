import { isCourseLitError, testConnection } from '@courselit-connector/core';
import type { ICredentialsDecrypted, ICredentialTestFunctions, INodeCredentialTestResult } from 'n8n-workflow';
import { readConnection, schoolAt } from './connection.ts';
import { credentialTestTransport } from './transport.ts';

/** Answers the "Test" of the credential form: n8n shows one text, so it holds what happened and what to do. */
export async function testCourseLitApi(
  this: ICredentialTestFunctions,
  credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
  try {
    const connection = readConnection(credential.data);
    const school = schoolAt(connection, (baseUrl) =>
      credentialTestTransport(this, { baseUrl, apiKey: connection.apiKey }),
    );
    const { label } = await testConnection(school);
    return { status: 'OK', message: `Connected to ${label}` };
  } catch (error) {
    // Anything but the connector's own error is a defect, and its text might hold what was sent.
    const message = isCourseLitError(error) ? `${error.message} ${error.hint}` : 'The test itself failed. Try again.';
    return { status: 'Error', message };
  }
}
