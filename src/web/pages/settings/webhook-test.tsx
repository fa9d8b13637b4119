import { useState } from 'react';
import { call, toErrorMessage } from '../../api.ts';
import { invalidate } from '../../app/query-client.ts';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/webhooks.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import type { Delivery, Webhook } from './webhook-labels.ts';

type Result = { readonly delivery: Delivery } | { readonly error: unknown };

/** Sends a test delivery and shows its result. */
export function WebhookTest({ webhook }: { readonly webhook: Webhook }) {
  const [isBusy, setIsBusy] = useState(false);
  const [result, setResult] = useState<Result | null>(null);
  const test = async () => {
    setIsBusy(true);
    try {
      setResult(await call<{ delivery: Delivery }>('POST', `/webhooks/${webhook.id}/test`));
      await invalidate(`/webhooks/${webhook.id}/deliveries`);
    } catch (error) {
      setResult({ error });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Panel title={labels.testTitle}>
      <div className="actions">
        <Button isBusy={isBusy} onClick={() => void test()}>
          {isBusy ? shared.sending : labels.sendTest}
        </Button>
        <span role="status">{result && !isBusy && <ResultMessage result={result} />}</span>
      </div>
    </Panel>
  );
}

function ResultMessage({ result }: { readonly result: Result }) {
  if ('error' in result) return <span className="tag bad">{toErrorMessage(result.error)}</span>;
  const { status, last_status_code: code, last_error: error } = result.delivery;
  if (status === 'delivered') return <span className="tag good">{labels.testArrived(code)}</span>;
  if (status === 'pending') return <span className="tag warn">{labels.testPending}</span>;
  return (
    <span className="tag bad">
      {labels.testFailed(
        <UntrustedText text={error ?? (code === null ? labels.noAnswer : labels.answerWas(code))} />,
      )}
    </span>
  );
}
