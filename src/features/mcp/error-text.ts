/** The text of a failed tool call: the error, and advice what to do about it. */
import type { ErrorReply } from '../../http/errors.ts';
import type { ToolRow } from './tools.ts';

/** Formats a failed call as text for the assistant. */
export function toErrorText(failure: ErrorReply, row: ToolRow, keysUrl: string): string {
  const message = String(failure.body['error']);
  const advice = findAdvice({ status: failure.status, message }, row, keysUrl);
  return advice === undefined ? message : `${message}. ${advice}`;
}

function findAdvice(
  { status, message }: { readonly status: number; readonly message: string },
  row: ToolRow,
  keysUrl: string,
): string | undefined {
  if (message.startsWith('site not found'))
    return 'Call list_sites for the sites there are; those of a team account need its account_id, from list_accounts.';
  if (/^account \d+ not found/.test(message)) return 'Call list_accounts for the accounts there are.';
  if (message.startsWith('write access required'))
    return `This tool needs a full-access key: the user can make one at ${keysUrl}. Do not try again with this key.`;
  if (/subscription/.test(message))
    return 'The plan of the account’s owner does not include this. Sites of a team need its account_id, from list_accounts.';
  if (message.startsWith('this needs the role')) return 'Only the owner of the account can give that role.';
  if (status === 403 || status === 404) return row.advice;
  if (status === 400 || status === 422) return 'Correct the arguments and call again.';
  return status === 503 ? 'Wait ten seconds and call again.' : undefined;
}
