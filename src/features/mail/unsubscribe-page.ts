/** The page behind the link that unsubscribes from a kind of mail. */
import { plainPage } from '../../http/plain-page.ts';

/** Renders whether a user is subscribed, with the button that changes it. `when` completes "Footfall mails you …". */
export function subscriptionPage({
  when,
  isSubscribed,
}: {
  readonly when: string;
  readonly isSubscribed: boolean;
}): Response {
  const title = isSubscribed ? 'Stop these mails?' : 'These mails have stopped';
  const state = `Footfall ${isSubscribed ? 'mails you' : 'no longer mails you'} ${when}.`;
  const [value, label] = isSubscribed ? ['stop', 'Stop these mails'] : ['start', 'Get them again'];
  return plainPage(
    200,
    title,
    `<p>${Bun.escapeHTML(state)}</p><form method="post"><button name="mails" value="${value}">${label}</button></form>`,
  );
}
