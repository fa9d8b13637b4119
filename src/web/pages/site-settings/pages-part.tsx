/** Rules that make one page of several addresses, tried on all pages so far. */

import type { Static } from '@sinclair/typebox';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PageRule } from '../../../core/hits/page-rules.ts';
import type { PageRulesAnswer, PageRulesPreview } from '../../../features/page-rules/schema.ts';
import { type ApiError, call } from '../../api.ts';
import { queryClient, useApi } from '../../app/query-client.ts';
import { bindFields } from '../../forms/bind-fields.ts';
import { CheckboxField, SelectField, TextAreaField, TextField } from '../../forms/field.tsx';
import { SaveForm } from '../../forms/save-form.tsx';
import { useDraft, useSave } from '../../forms/use-draft.ts';
import * as labels from '../../labels/page-rules.tsx';
import * as shared from '../../labels/shared.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import {
  addPageRule,
  canEditPageRules,
  type PageRulesDraft,
  toPageRules,
  toPageRulesDraft,
} from './page-rules-draft.ts';
import { StoredPages } from './stored-pages.tsx';
import type { PartProps } from './use-site-settings.ts';

type Answer = Static<typeof PageRulesAnswer>;
type Preview = Static<typeof PageRulesPreview>;

const SLASHES = (['keep', 'none', 'slash'] as const).map(name => [name, labels.slashes[name]] as const);
const EXAMPLES = toPageRulesDraft([
  { kind: 'query', keep: ['p', 'id'] },
  { kind: 'replace', pattern: '/user/*/orders', with: '/user/:id/orders' },
]);
const rulesPath = (siteId: number): string => `/sites/${siteId}/page_rules`;

export function PagesPart({ site }: PartProps) {
  const query = useApi<Answer>(rulesPath(site.id));
  if (!query.data)
    return (
      <Panel title={labels.pageRules}>
        <QueryContent query={query} loading={6}>
          {() => null}
        </QueryContent>
      </Panel>
    );
  const rules = query.data.rules as PageRule[];
  if (canEditPageRules(rules)) return <PageRules siteId={site.id} rules={rules} />;
  return (
    <>
      <Panel title={labels.pageRules}>
        <p>{labels.setOverApi}</p>
        <pre>
          <UntrustedText text={rules.map(rule => JSON.stringify(rule)).join('\n')} />
        </pre>
      </Panel>
      <PagesPreview siteId={site.id} rules={rules} />
      <StoredPages siteId={site.id} hasRules={rules.length > 0} />
    </>
  );
}

function PageRules({ siteId, rules }: { readonly siteId: number; readonly rules: readonly PageRule[] }) {
  const draft = useDraft<PageRulesDraft>(toPageRulesDraft(rules));
  const submission = useSave(draft, ['rules'], async () => {
    const body = { rules: toPageRules(draft.fields) };
    const answer = await call<Answer>('PUT', rulesPath(siteId), { body });
    queryClient.setQueryData([rulesPath(siteId), {}], answer);
  });
  const { fields, set } = draft;
  const { field, checkbox } = bindFields(draft, submission.errors);
  return (
    <>
      <Panel title={labels.pageRules}>
        <p>{labels.pageRulesHint}</p>
        <SaveForm draft={draft} submission={submission}>
          <SelectField label={labels.slash} options={SLASHES} {...field('slash')} />
          <CheckboxField label={labels.index} {...checkbox('index')} />
          <CheckboxField label={labels.lowerCase} {...checkbox('lowerCase')} />
          <CheckboxField label={labels.hash} hint={labels.hashHint} {...checkbox('hash')} />
          <TextField
            label={labels.keep}
            hint={labels.keepHint}
            placeholder={EXAMPLES.keep}
            autoCapitalize="none"
            spellCheck={false}
            {...field('keep')}
          />
          <div className="rule-lists">
            <TextAreaField
              label={labels.replace}
              hint={labels.replaceHint}
              placeholder={EXAMPLES.replace}
              rows={3}
              spellCheck={false}
              autoCapitalize="off"
              {...field('replace')}
              error={submission.errors.of('rules')}
            />
          </div>
        </SaveForm>
      </Panel>
      <PagesPreview
        siteId={siteId}
        rules={toPageRules(fields)}
        onRule={rule => set(addPageRule(fields, rule))}
      />
      <StoredPages key={JSON.stringify(rules)} siteId={siteId} hasRules={rules.length > 0} />
    </>
  );
}

/** What the rules of the form would make of all pages so far, and rules for the rest. */
function PagesPreview({
  siteId,
  rules,
  onRule,
}: {
  readonly siteId: number;
  readonly rules: readonly PageRule[];
  /** Absent where rules cannot be added. */
  readonly onRule?: (rule: PageRule) => void;
}) {
  const settled = useDebounced(JSON.stringify(rules));
  const path = `${rulesPath(siteId)}/preview`;
  const query = useQuery<Preview, ApiError>({
    queryKey: [path, settled],
    queryFn: ({ signal }) => call<Preview>('POST', path, { body: { rules: JSON.parse(settled) }, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Panel title={labels.preview}>
      <QueryContent query={query} loading={6}>
        {preview => (
          <>
            <p role="status">
              {labels.pagesBecome(preview.pages_before, preview.pages_after)} {labels.pastHint}
            </p>
            {onRule && <Suggestions suggestions={preview.suggestions} onRule={onRule} />}
            {preview.merges.length > 0 ? (
              <ul className="rows">
                {preview.merges.map(merge => (
                  <MergeRow key={merge.to} merge={merge} />
                ))}
              </ul>
            ) : (
              <EmptyState title={labels.nothingMerged}>{labels.nothingMergedHint}</EmptyState>
            )}
          </>
        )}
      </QueryContent>
    </Panel>
  );
}

/** Paths of a page that are named. */
const SHOWN_PATHS = 5;

function MergeRow({ merge: { to, from, paths, hits } }: { readonly merge: Preview['merges'][number] }) {
  const shown = from.slice(0, SHOWN_PATHS);
  return (
    <li className="row">
      <span className="row-main">
        <b>
          <UntrustedText text={to} />
        </b>
        <span className="hint">
          {shown.map(({ path }, index) => (
            <span key={path}>
              {index > 0 && ' · '}
              <UntrustedText text={path} />
            </span>
          ))}
          {paths > shown.length && ` · ${labels.andMore(paths - shown.length)}`}
        </span>
      </span>
      <span className="soft">{shared.pageviewCount(hits)}</span>
    </li>
  );
}

function Suggestions({
  suggestions,
  onRule,
}: {
  readonly suggestions: Preview['suggestions'];
  readonly onRule: (rule: PageRule) => void;
}) {
  if (suggestions.length === 0) return null;
  return (
    <section aria-label={labels.suggestions}>
      <h3>{labels.suggestions}</h3>
      <ul className="rows">
        {suggestions.map(({ rule, pages }) => (
          <li className="row" key={JSON.stringify(rule)}>
            <span className="row-main">
              {labels.suggestion(rule.kind, <UntrustedText text={rule.pattern ?? ''} />)}
              <span className="hint">{labels.pageCount(pages)}</span>
            </span>
            <Button isSmall onClick={() => onRule(rule as PageRule)}>
              {labels.addRule}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
