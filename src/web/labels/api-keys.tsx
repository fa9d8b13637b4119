/** Texts of the API keys page. */
import type { ReactNode } from 'react';

export const fullAccess = 'full access';
export const readOnly = 'read only';
export const neverUsed = 'never used';
export const made = (hint: string, made: ReactNode, used: ReactNode) => (
  <>
    <code>{hint}</code> · made {made} · {used}
  </>
);
export const rename = (name: string) => `Rename ${name}`;
export const renameTitle = 'Rename';
export const revoke = 'Revoke';
export const revokeWith = (name: string) => `Revoke ${name}`;
export const revokeThisKey = 'Revoke this key?';
export const revokeTheKey = 'Revoke the key';
export const whateverUsesIsRefusedFrom = (name: ReactNode, hint: string) => (
  <>
    Whatever uses {name} (<code>{hint}</code>) is refused from now on. It cannot be brought back.
  </>
);
export const used = (at: ReactNode) => <>used {at}</>;
export const cancel = 'Cancel';
export const name = 'Name';
export const usingAKey = 'Using a key';
export const sendItWithEveryRequest = 'Send it with every request. This lists your sites:';
export const theCommand = 'the command';
export const everythingTheApiCanDo = 'Everything the API can do';
export const reportsAndFilters = 'Reports and filters';
export const questionsFromAnAiAssistant = 'Questions from an AI assistant';
export const apiKeys = 'API keys';
export const newKey = 'New key';
export const yourNewKey = 'Your new key';
export const theKey = 'the key';
export const yourKeys = 'Your keys';
export const noKeysYet = 'No keys yet';
export const whateverThesePagesCanDo =
  'Whatever these pages can do, a program with a key can do: read reports, send hits, add sites.';
export const readOnlyTitle = 'Read only';
export const reportsAndSettingsChangesNothing = 'Reports and settings; changes nothing.';
export const fullAccessTitle = 'Full access';
export const allOfItSendsHits = 'All of it: sends hits, changes and deletes sites.';
export const makeTheKey = 'Make the key';
export const whatTheKeyIsFor = 'What the key is for, such as “weekly report”.';
export const itMay = 'It may';
