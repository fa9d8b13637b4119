/** A shared link: what it shows, how often it was opened, and changing it. */
import { useState } from 'react';
import { useTimeZone } from '../../app/user.ts';
import { formatDateTime } from '../../format.ts';
import { ConfirmButton } from '../../forms/confirm-button.tsx';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/sharing.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { LinkForm } from './shared-link-form.tsx';
import type { SharedLink, SharedLinks } from './use-shared-links.ts';

export function LinkRow({
  siteId,
  link,
  links,
}: {
  readonly siteId: number;
  readonly link: SharedLink;
  readonly links: SharedLinks;
}) {
  const [isEdited, setIsEdited] = useState(false);
  const { id, name } = link;
  if (isEdited)
    return (
      <li className="row">
        <LinkForm
          siteId={siteId}
          link={link}
          action={shared.save}
          save={async fields => {
            await links.change(id, fields);
            setIsEdited(false);
          }}
          onCancel={() => setIsEdited(false)}
        />
      </li>
    );
  return (
    <li className="row">
      <LinkFacts link={link} />
      <div className="actions">
        {link.has_password && (
          <ActionButton variant="quiet" work={() => links.change(id, { password: null })}>
            {labels.removePassword}
          </ActionButton>
        )}
        <Button variant="quiet" isSmall aria-label={labels.editLink(name)} onClick={() => setIsEdited(true)}>
          {labels.edit}
        </Button>
        <ConfirmButton
          text={labels.deleteText}
          label={labels.deleteLink(name)}
          title={labels.deleteLinkQuestion}
          action={labels.deleteText}
          work={() => links.remove(id)}
          hint={labels.deleteLinkHint}
        />
      </div>
    </li>
  );
}

function LinkFacts({ link }: { readonly link: SharedLink }) {
  const zone = useTimeZone();
  const { name, sections, has_password: hasPassword, expires_at: expiresAt, last_opened_at: openedAt } = link;
  const hasExpired = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  return (
    <div className="row-main">
      <span>
        <b>
          <UntrustedText text={name} />
        </b>{' '}
        {hasPassword && <span className="tag">{labels.hasPassword}</span>}{' '}
        {hasExpired && <span className="tag warn">{labels.hasExpired}</span>}
      </span>
      <span className="hint">
        {labels.sectionCount(sections.length)}
        {' · '}
        {openedAt === null
          ? labels.neverOpened
          : labels.opened(link.opened_count, <RelativeTime at={openedAt} timeZone={zone} />)}
        {expiresAt !== null && !hasExpired && <> · {labels.until(formatDateTime(expiresAt, zone))}</>}
      </span>
    </div>
  );
}
