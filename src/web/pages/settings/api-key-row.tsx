import type { Static } from '@sinclair/typebox';
import { useState } from 'react';
import type { KeyList } from '../../../features/keys/schema.ts';
import { call } from '../../api.ts';
import { invalidate } from '../../app/query-client.ts';
import { ConfirmButton } from '../../forms/confirm-button.tsx';
import { RenameForm } from '../../forms/rename-form.tsx';
import * as labels from '../../labels/api-keys.tsx';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

export type ApiKey = Static<typeof KeyList>['keys'][number];

export function KeyRow({ apiKey }: { readonly apiKey: ApiKey }) {
  const [isRenaming, setIsRenaming] = useState(false);
  const { id, name, access_type: access, hint, created_at: made, last_used_at: used } = apiKey;
  const revoke = async () => {
    await call('DELETE', `/keys/${id}`);
    await invalidate('/keys');
  };
  const rename = async (changed: string) => {
    await call('PATCH', `/keys/${id}`, { body: { name: changed } });
    await invalidate('/keys');
  };
  if (isRenaming) {
    return (
      <li className="row">
        <RenameForm name={name} rename={rename} onDone={() => setIsRenaming(false)} />
      </li>
    );
  }
  return (
    <li className="row">
      <div className="row-main">
        <span>
          <b>
            <UntrustedText text={name} />
          </b>{' '}
          <span className={access === 'full_access' ? 'tag warn' : 'tag'}>
            {access === 'full_access' ? labels.hasFullAccess : labels.isReadOnly}
          </span>
        </span>
        <span className="hint">
          {labels.keyDetails(
            hint,
            <RelativeTime at={made} />,
            used ? <UsedAt at={used} /> : labels.neverUsed,
          )}
        </span>
      </div>
      <div className="actions">
        <Button
          variant="quiet"
          isSmall
          aria-label={labels.renameKey(name)}
          onClick={() => setIsRenaming(true)}
        >
          {labels.rename}
        </Button>
        <ConfirmButton
          text={labels.revoke}
          label={labels.revokeKey(name)}
          title={labels.revokeQuestion}
          action={labels.revokeConfirm}
          work={revoke}
          hint={labels.revokeHint(<UntrustedText text={name} />, hint)}
        />
      </div>
    </li>
  );
}

const UsedAt = ({ at }: { readonly at: string }) => labels.used(<RelativeTime at={at} />);
