/** What a site does not count: ignore rules and networks. */

import type { Static } from '@sinclair/typebox';
import { Link } from 'wouter';
import { EXCLUDABLE_NETWORKS } from '../../../core/networks.ts';
import type { OwnAddressAnswer } from '../../../features/site-settings/schema.ts';
import { useApi } from '../../app/query-client.ts';
import { bindFields } from '../../forms/bind-fields.ts';
import { CheckboxField, TextAreaField } from '../../forms/field.tsx';
import { joinLines, parseLines, withLineNumbers } from '../../forms/lines.ts';
import { SaveForm } from '../../forms/save-form.tsx';
import { useDraft, useSave } from '../../forms/use-draft.ts';
import * as labels from '../../labels/site-settings.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LISTS, type ListName } from './ignore-lists.ts';
import { IgnoreTester } from './ignore-tester.tsx';
import { IgnoredPast } from './ignored-past.tsx';
import type { PartProps } from './use-site-settings.ts';
import { type SiteSettings, saveSiteSettings } from './use-site-settings.ts';

type Texts = Readonly<Record<ListName, string>>;

const toFields = ({ ignore_rules: rules, exclude_networks: networks }: SiteSettings) => ({
  ...toTexts(rules),
  hosting: networks.includes('hosting'),
  vpn: networks.includes('vpn'),
});

const toTexts = (rules: SiteSettings['ignore_rules']): Texts => ({
  paths: joinLines(rules.paths),
  ip_ranges: joinLines(rules.ip_ranges),
  countries: joinLines(rules.countries),
  referrers: joinLines(rules.referrers),
  user_agents: joinLines(rules.user_agents),
});

export function IgnoringPart({ site, settings }: PartProps) {
  const draft = useDraft(toFields(settings));
  const names = LISTS.map(({ name }) => `ignore_rules.${name}`);
  const submission = useSave(draft, names, ({ hosting, vpn, ...changes }) => {
    const lists = Object.entries(changes).map(([name, text]) => [name, parseRules(name, text)]);
    const { fields } = draft;
    return saveSiteSettings(site.id, {
      ...(lists.length > 0 && { ignore_rules: Object.fromEntries(lists) }),
      ...((hosting ?? vpn) !== undefined && {
        exclude_networks: EXCLUDABLE_NETWORKS.filter(network => fields[network]),
      }),
    });
  });
  const { checkbox } = bindFields(draft, submission.errors);
  return (
    <>
      <Panel title={labels.ignoringTitle}>
        <p>
          {labels.ignoringHint(
            <Link href={`/sites/${site.id}/settings/snippet`}>{labels.ignoreOwnLink}</Link>,
          )}
        </p>
        <SaveForm draft={draft} submission={submission}>
          <OwnAddress
            siteId={site.id}
            text={draft.fields.ip_ranges}
            onText={text => draft.set({ ip_ranges: text })}
          />
          <div className="rule-lists">
            {LISTS.map(({ name, label, hint, example }) => {
              const error = submission.errors.of(`ignore_rules.${name}`);
              return (
                <TextAreaField
                  key={name}
                  label={label}
                  hint={
                    <>
                      {hint} {formatRuleCount(draft.fields[name])}
                    </>
                  }
                  placeholder={example}
                  rows={3}
                  spellCheck={false}
                  autoCapitalize="off"
                  value={draft.fields[name]}
                  error={error === undefined ? undefined : withLineNumbers(error)}
                  onValue={text => draft.set({ [name]: text })}
                />
              );
            })}
          </div>
          <CheckboxField
            label={labels.excludeHosting}
            hint={labels.excludeHostingHint}
            {...checkbox('hosting')}
          />
          <CheckboxField label={labels.excludeVpn} hint={labels.excludeVpnHint} {...checkbox('vpn')} />
        </SaveForm>
      </Panel>
      <IgnoredPast siteId={site.id} settings={settings} />
      <IgnoreTester siteId={site.id} isUnsaved={draft.isUnsaved} />
    </>
  );
}

/** Adds the user's own address to the rules, where the server knows it and no rule has it. */
function OwnAddress({
  siteId,
  text,
  onText,
}: {
  readonly siteId: number;
  /** The rules for addresses. */
  readonly text: string;
  readonly onText: (text: string) => void;
}) {
  const { data } = useApi<Static<typeof OwnAddressAnswer>>(`/sites/${siteId}/settings/own_address`);
  const { ip_range: range = null, ignored: isIgnored = false } = data ?? {};
  const lines = parseLines(text);
  if (range === null || isIgnored || lines.includes(range)) return null;
  return (
    <p>
      {labels.ownAddress(<code>{range}</code>)}{' '}
      <Button isSmall onClick={() => onText(joinLines([...lines.filter(line => line.trim() !== ''), range]))}>
        {labels.excludeOwnAddress}
      </Button>
    </p>
  );
}

/** Parses the rules of a list; country codes become upper case. */
const parseRules = (name: string, text: string): readonly string[] =>
  parseLines(name === 'countries' ? text.toUpperCase() : text);

function formatRuleCount(text: string): string {
  const count = parseLines(text).filter(line => line.trim() !== '').length;
  return count === 0 ? '' : `(${labels.ruleCount(count)})`;
}
