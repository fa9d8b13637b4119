/** Links of the site that were saved, and those that an earlier version saved in this browser. */
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { CampaignFields } from '../../../core/campaign-link.ts';
import { apiUrl } from '../../api-url.ts';
import { PeriodPicker } from '../../app/period-picker.tsx';
import type { Site } from '../../app/site-layout.tsx';
import { useView } from '../../app/use-view.ts';
import { useCanWrite } from '../../app/user.ts';
import { ConfirmButton } from '../../forms/confirm-button.tsx';
import { RenameForm } from '../../forms/rename-form.tsx';
import * as labels from '../../labels/campaign-links.tsx';
import { formatNumber } from '../../labels/language.ts';
import * as shared from '../../labels/shared.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { Segments } from '../../ui/segments.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { keepBrowserLinks, readBrowserLinks } from './browser-links.ts';
import { MAX_VALUE } from './limits.ts';
import {
  type LinkOrder,
  type SavedLink,
  toFields,
  useLinkVisits,
  type useSavedLinks,
  valuesOf,
} from './use-saved-links.ts';

type Saved = ReturnType<typeof useSavedLinks>;

export function SavedLinks({
  site,
  saved,
  onUse,
}: {
  readonly site: Site;
  readonly saved: Saved;
  readonly onUse: (link: CampaignFields) => void;
}) {
  const canWrite = useCanWrite();
  const [order, setOrder] = useState<LinkOrder>('created_at');
  const visits = useLinkVisits(site, order);
  const hasLinks = saved.links.length > 0;
  return (
    <Panel title={labels.savedLinks} aside={hasLinks && <PeriodPicker />}>
      {canWrite && <BrowserLinks site={site} saved={saved} />}
      <QueryContent query={saved.query} loading={3}>
        {({ campaign_links: links }) =>
          links.length === 0 ? (
            <EmptyState title={labels.noSavedLinks}>{labels.savedHint}</EmptyState>
          ) : (
            <>
              <Segments legend={labels.orderOfLinks} options={ORDERS} value={order} onValue={setOrder} />
              <ul className="campaign-saved">
                {/* The links are there before their visits are counted, and when that fails. */}
                {(visits.query.data?.campaign_links ?? links).map(link => (
                  <SavedLinkRow key={link.id} site={site} link={link} saved={saved} onUse={onUse} />
                ))}
              </ul>
              <p className="actions">
                <a
                  className="button small"
                  href={apiUrl(`/sites/${site.id}/campaign_links.csv`, visits.asked)}
                  download
                >
                  <Download size={16} aria-hidden="true" /> {labels.downloadLinks}
                </a>
              </p>
            </>
          )
        }
      </QueryContent>
    </Panel>
  );
}

const ORDERS = [
  ['created_at', labels.newest],
  ['visits', labels.mostVisits],
] as const satisfies readonly (readonly [LinkOrder, string])[];

/** What a link brought in the period; dashes while that is not known. */
function LinkFigures({ link: { visits, unique_visitors: visitors } }: { readonly link: SavedLink }) {
  const figures = [
    [shared.visits, visits],
    [shared.visitors, visitors],
  ] as const;
  return (
    <dl className="campaign-figures">
      {figures.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{count === undefined ? '–' : formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

function SavedLinkRow({
  site,
  link,
  saved,
  onUse,
}: {
  readonly site: Site;
  readonly link: SavedLink;
  readonly saved: Saved;
  readonly onUse: (link: CampaignFields) => void;
}) {
  const canWrite = useCanWrite();
  const { view, toHref } = useView();
  const [isRenamed, setIsRenamed] = useState(false);
  if (isRenamed)
    return (
      <li>
        <RenameForm
          name={link.name ?? ''}
          label={labels.linkName}
          maxLength={MAX_VALUE}
          rename={name => saved.rename(link, name)}
          onDone={() => setIsRenamed(false)}
        />
      </li>
    );
  const filters = valuesOf(link).map(value => ({ ...value, isExcluded: false }));
  return (
    <li>
      <div className="campaign-saved-text">
        {link.name !== null && (
          <b>
            <UntrustedText text={link.name} isCut />
          </b>
        )}
        <UntrustedText text={link.link} isCut />
      </div>
      <LinkFigures link={link} />
      <span className="actions">
        <Link className="button small" href={toHref({ ...view, filters }, `/sites/${site.id}`)}>
          {labels.showVisits}
        </Link>
        <Button isSmall onClick={() => onUse(toFields(link))}>
          {labels.useLink}
        </Button>
        {canWrite && (
          <>
            <Button isSmall variant="quiet" onClick={() => setIsRenamed(true)}>
              {labels.rename}
            </Button>
            <ConfirmButton
              text={shared.remove}
              title={labels.removeLink}
              action={shared.remove}
              work={() => saved.remove(link)}
              hint={labels.removeHint}
            />
          </>
        )}
      </span>
    </li>
  );
}

/** Offers to save the links of this browser on the server. */
function BrowserLinks({ site, saved }: { readonly site: Site; readonly saved: Saved }) {
  const [links, setLinks] = useState(() => readBrowserLinks(site.id));
  if (links.length === 0 || saved.query.data === undefined) return null;
  const keep = (rest: readonly CampaignFields[]) => {
    keepBrowserLinks(site.id, rest);
    setLinks(rest);
  };
  const move = async () => {
    const { refused, error } = await saved.saveAll(links);
    keep(refused);
    if (error) throw error;
  };
  return (
    <div className="campaign-offer" role="status">
      <span>{labels.inBrowser(links.length)}</span>
      <span className="actions">
        <ActionButton work={move}>{labels.moveToSite}</ActionButton>
        <Button isSmall variant="quiet" onClick={() => keep([])}>
          {labels.discard}
        </Button>
      </span>
    </div>
  );
}
