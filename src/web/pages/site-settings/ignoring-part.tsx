/** The ignore rules of a site. */

import { Link } from 'wouter';
import { TextAreaField } from '../../forms/field.tsx';
import { joinLines, parseLines, withLineNumbers } from '../../forms/lines.ts';
import { SaveForm } from '../../forms/save-form.tsx';
import { useDraft, useSave } from '../../forms/use-draft.ts';
import * as labels from '../../labels/site-settings.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LISTS, type ListName } from './ignore-lists.ts';
import { IgnoreTester } from './ignore-tester.tsx';
import type { PartProps } from './use-site-settings.ts';
import { type SiteSettings, saveSiteSettings } from './use-site-settings.ts';

type Texts = Readonly<Record<ListName, string>>;

const toTexts = (rules: SiteSettings['ignore_rules']): Texts => ({
  paths: joinLines(rules.paths),
  ip_ranges: joinLines(rules.ip_ranges),
  countries: joinLines(rules.countries),
  referrers: joinLines(rules.referrers),
  user_agents: joinLines(rules.user_agents),
});

export function IgnoringPart({ site, settings }: PartProps) {
  const draft = useDraft(toTexts(settings.ignore_rules));
  const names = LISTS.map(({ name }) => `ignore_rules.${name}`);
  const submission = useSave(draft, names, changes => {
    const lists = Object.entries(changes).map(([name, text]) => [name, parseRules(name, text)]);
    return saveSiteSettings(site.id, { ignore_rules: Object.fromEntries(lists) });
  });
  return (
    <>
      <Panel title={labels.ignoringTitle}>
        <p>
          {labels.ignoringHint(
            <Link href={`/sites/${site.id}/settings/snippet`}>{labels.ignoreOwnLink}</Link>,
          )}
        </p>
        <SaveForm draft={draft} submission={submission}>
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
        </SaveForm>
      </Panel>
      <IgnoreTester siteId={site.id} isUnsaved={draft.isUnsaved} />
    </>
  );
}

/** Parses the rules of a list; country codes become upper case. */
const parseRules = (name: string, text: string): readonly string[] =>
  parseLines(name === 'countries' ? text.toUpperCase() : text);

function formatRuleCount(text: string): string {
  const count = parseLines(text).filter(line => line.trim() !== '').length;
  return count === 0 ? '' : `(${labels.ruleCount(count)})`;
}
