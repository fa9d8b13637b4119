/** Texts of the API keys page. */
import type { ReactNode } from 'react';

export const hasFullAccess = 'full access';
export const isReadOnly = 'read only';
export const neverUsed = 'never used';
export const keyDetails = (hint: string, made: ReactNode, used: ReactNode) => (
  <>
    <code>{hint}</code> · made {made} · {used}
  </>
);
export const renameKey = (name: string) => `Rename ${name}`;
export const rename = 'Rename';
export const revoke = 'Revoke';
export const revokeKey = (name: string) => `Revoke ${name}`;
export const revokeQuestion = 'Revoke this key?';
export const revokeConfirm = 'Revoke the key';
export const revokeHint = (name: ReactNode, hint: string) => (
  <>
    Whatever uses {name} (<code>{hint}</code>) is refused from now on. It cannot be brought back.
  </>
);
export const used = (at: ReactNode) => <>used {at}</>;
export const usageTitle = 'Using a key';
export const usageHint = 'Send it with every request. This lists your sites:';
export const apiReferenceLink = 'Everything the API can do';
export const reportsAndFilters = 'Reports and filters';
export const mcpLink = 'Questions from an AI assistant';
export const newKey = 'New key';
export const yourNewKey = 'Your new key';
export const keyName = 'the key';
export const yourKeys = 'Your keys';
export const noKeys = 'No keys yet';
export const noKeysHint =
  'Whatever these pages can do, a program with a key can do: read reports, send hits, add sites.';
export const readOnly = 'Read only';
export const readOnlyHint = 'Reports and settings; changes nothing.';
export const fullAccess = 'Full access';
export const fullAccessHint = 'All of it: sends hits, changes and deletes sites.';
export const submitKey = 'Make the key';
export const nameHint = 'What the key is for, such as “weekly report”.';
export const scopeLegend = 'It may';
