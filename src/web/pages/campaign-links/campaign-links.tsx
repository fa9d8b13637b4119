/** The page that builds links of campaigns: fields, the link with its channel and QR code, and saved links. */
import { useId, useState } from 'react';
import {
  type CampaignFields,
  PARAMETER_NAMES,
  type ParameterName,
  toCampaignLink,
} from '../../../core/campaign-link.ts';
import { findChannel } from '../../../core/channels/find-channel.ts';
import { formatFilterValue } from '../../app/filter-labels.ts';
import { type Site, SiteLayout } from '../../app/site-layout.tsx';
import { useCanWrite } from '../../app/user.ts';
import { TextField } from '../../forms/field.tsx';
import * as labels from '../../labels/campaign-links.tsx';
import * as shared from '../../labels/shared.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { addStyles } from '../../ui/add-styles.ts';
import { Button } from '../../ui/button.tsx';
import { CopyBox } from '../../ui/copy-box.tsx';
import { Panel } from '../../ui/panel.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import styles from './campaign-links.css' with { type: 'text' };
import { MAX_ADDRESS, MAX_VALUE } from './limits.ts';
import { findOtherSpelling } from './other-spelling.ts';
import { QrCode } from './qr-code.tsx';
import { SavedLinks } from './saved-links.tsx';
import { useSavedLinks } from './use-saved-links.ts';
import { useUsedNames } from './use-used-names.ts';

addStyles(styles);

const EMPTY: CampaignFields = { address: '/', source: '', medium: '', campaign: '', term: '', content: '' };

export function CampaignLinksPage() {
  return (
    <SiteLayout title={shared.campaignLinks}>
      {site => <CampaignLinks key={site.id} site={site} />}
    </SiteLayout>
  );
}

function CampaignLinks({ site }: { readonly site: Site }) {
  const [fields, setFields] = useState(EMPTY);
  const used = useUsedNames(site.id);
  const saved = useSavedLinks(site);
  const canWrite = useCanWrite();
  const savedNames = (name: ParameterName): string[] =>
    saved.links.map(link => link[name]).filter(value => value !== null);
  const link = toCampaignLink(fields, site.url);
  const isTagged = fields.source.trim() !== '';
  return (
    <>
      <Panel title={shared.campaignLinks}>
        <p className="soft">{labels.explanation}</p>
        <div className="campaign-fields">
          <TextField
            label={labels.address}
            hint={labels.addressHint}
            error={link === undefined ? labels.badAddress : undefined}
            value={fields.address}
            maxLength={MAX_ADDRESS}
            inputMode="url"
            onValue={address => setFields({ ...fields, address })}
          />
          {PARAMETER_NAMES.map(name => (
            <NameField
              key={name}
              name={name}
              value={fields[name]}
              used={used[name]}
              saved={savedNames(name)}
              onValue={value => setFields({ ...fields, [name]: value })}
            />
          ))}
        </div>
      </Panel>
      <Panel title={labels.yourLink}>
        {link === undefined || !isTagged ? (
          <p className="soft">{link === undefined ? labels.badAddress : labels.enterSource}</p>
        ) : (
          <div className="campaign-link">
            <div>
              <CopyBox text={link} what={labels.yourLink} />
              <p className="soft">{labels.countsAs(<b>{channelOf(link, fields.source, site)}</b>)}</p>
              {canWrite && <SaveLink save={name => saved.save(fields, name)} />}
            </div>
            <QrCode text={link} />
          </div>
        )}
      </Panel>
      <SavedLinks site={site} saved={saved} onUse={setFields} />
    </>
  );
}

/** Saves the link under a name of its own, or without one. */
function SaveLink({ save }: { readonly save: (name: string) => Promise<void> }) {
  const [name, setName] = useState('');
  return (
    <div className="campaign-save">
      <TextField label={labels.linkName} value={name} maxLength={MAX_VALUE} onValue={setName} />
      <ActionButton work={() => save(name).then(() => setName(''))}>{labels.saveLink}</ActionButton>
    </div>
  );
}

/** Returns the name of the channel that visits through a link will be of. */
const channelOf = (url: string, source: string, site: Site): string => {
  const siteHosts = [new URL(site.url).hostname.replace(/^www\./, '')];
  return formatFilterValue(
    'channel',
    findChannel({ url, referrer: null, source: source.trim(), siteHosts }).channel,
  );
};

/** A field with the names that were used before, and a warning of one that differs in its spelling alone. */
function NameField({
  name,
  value,
  used,
  saved,
  onValue,
}: {
  readonly name: ParameterName;
  readonly value: string;
  /** Names that hits have. */
  readonly used: readonly string[];
  /** Names of links that were saved. */
  readonly saved: readonly string[];
  readonly onValue: (value: string) => void;
}) {
  const list = useId();
  // What hits have counts first: saving another spelling makes it no better.
  const other = findOtherSpelling(value, used) ?? findOtherSpelling(value, saved);
  return (
    <div>
      <TextField
        label={labels.fields[name]}
        hint={labels.fieldHints[name]}
        value={value}
        list={list}
        maxLength={MAX_VALUE}
        autoCapitalize="none"
        onValue={onValue}
      />
      <datalist id={list}>
        {[...new Set([...used, ...saved])].map(each => (
          <option key={each} value={each} />
        ))}
      </datalist>
      {other !== undefined && (
        <p className="campaign-warning" role="status">
          {labels.otherSpelling(
            <UntrustedText text={value.trim()} isCut />,
            <UntrustedText text={other} isCut />,
          )}{' '}
          <Button isSmall onClick={() => onValue(other)}>
            {labels.useOther}
          </Button>
        </p>
      )}
    </div>
  );
}
