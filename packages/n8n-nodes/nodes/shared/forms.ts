/**
 * The forms of both nodes, all that n8n asks of them when it loads them. The build works them out once and puts the
 * result in the place of this file: loading the nodes then takes neither the catalogue nor the rest of the connector.
 */
export { actionProperties } from './actionProperties.ts';
export { triggerProperties } from './triggerProperties.ts';
