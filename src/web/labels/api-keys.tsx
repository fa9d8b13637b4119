/** Texts of the API keys page. */
import type { ReactNode } from 'react';

export const hasFullAccess = 'read and write';
export const isReadOnly = 'read only';
export const neverUsed = 'never used';
export const keyDetails = (hint: string, made: ReactNode, used: ReactNode) => (
  <>
    <code>{hint}</code> · created {made} · {used}
  </>
);
export const renameKey = (name: string) => `Rename ${name}`;
export const rename = 'Rename';
export const revoke = 'Revoke';
export const revokeKey = (name: string) => `Revoke ${name}`;
export const revokeQuestion = 'Revoke this key?';
export const revokeConfirm = 'Revoke key';
export const revokeHint = (name: ReactNode, hint: string) => (
  <>
    Anything that uses {name} (<code>{hint}</code>) will stop working. This can’t be undone.
  </>
);
export const used = (at: ReactNode) => <>last used {at}</>;
export const usageTitle = 'Using a key';
export const usageHint = 'Send it with every request. This one lists your sites:';
export const apiReferenceLink = 'API reference';
export const reportsAndFilters = 'Reports and filters';
export const mcpLink = 'Connect an AI assistant';
export const newKey = 'New key';
export const yourNewKey = 'Your new key';
export const keyName = 'key';
export const yourKeys = 'Your keys';
export const noKeys = 'No keys yet';
export const noKeysHint = 'Use API keys to read reports, send data or manage sites from your own programs.';
export const readOnly = 'Read only';
export const readOnlyHint = 'View reports and settings.';
export const fullAccess = 'Read and write';
export const fullAccessHint = 'Send data and change settings, including deleting sites.';
export const submitKey = 'Create key';
export const nameHint = 'What the key is for, e.g. “weekly report”.';
export const scopeLegend = 'Permissions';
