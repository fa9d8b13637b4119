/** Page rules as the form has them: a field for each kind, in an order in which none undoes another. */
import type { PageRule } from '../../../core/hits/page-rules.ts';

export interface PageRulesDraft {
  /** `keep`: as it comes. */
  readonly slash: 'keep' | 'none' | 'slash';
  readonly index: boolean;
  readonly lowerCase: boolean;
  readonly hash: boolean;
  /** Names of parameters, separated by commas or spaces. */
  readonly keep: string;
  /** A pattern and a page a line, with an arrow between them. */
  readonly replace: string;
}

const ARROW = ' → ';

/** Converts rules to fields. */
export function toPageRulesDraft(rules: readonly PageRule[]): PageRulesDraft {
  const has = (kind: PageRule['kind']): boolean => rules.some(rule => rule.kind === kind);
  return {
    slash: rules.find(rule => rule.kind === 'trailing_slash')?.to ?? 'keep',
    index: has('index'),
    lowerCase: has('lower_case'),
    hash: has('hash'),
    keep: rules.flatMap(rule => (rule.kind === 'query' ? rule.keep : [])).join(', '),
    replace: rules
      .flatMap(rule => (rule.kind === 'replace' ? [`${rule.pattern}${ARROW}${rule.with}`] : []))
      .join('\n'),
  };
}

/** Converts fields to rules. */
export function toPageRules({ slash, index, lowerCase, hash, keep, replace }: PageRulesDraft): PageRule[] {
  const names = [...new Set(keep.split(/[\s,]+/).filter(name => name !== ''))];
  const lines = replace.split('\n').filter(line => line.trim() !== '');
  return [
    ...(index ? [{ kind: 'index' } as const] : []),
    ...(lowerCase ? [{ kind: 'lower_case' } as const] : []),
    ...(slash === 'keep' ? [] : [{ kind: 'trailing_slash', to: slash } as const]),
    ...lines.map(line => {
      const [pattern = '', page = ''] = line.split(/ (?:→|->) /, 2);
      return { kind: 'replace', pattern: pattern.trim(), with: page.trim() } as const;
    }),
    ...(names.length > 0 ? [{ kind: 'query', keep: names } as const] : []),
    ...(hash ? [{ kind: 'hash' } as const] : []),
  ];
}

/** Returns whether the form has all that there is to rules: those of the API may be in another order. */
export const canEditPageRules = (rules: readonly PageRule[]): boolean =>
  JSON.stringify(toPageRules(toPageRulesDraft(rules))) === JSON.stringify(rules);

/** Returns the fields with one more rule. */
export const addPageRule = (draft: PageRulesDraft, rule: PageRule): PageRulesDraft =>
  toPageRulesDraft([...toPageRules(draft), rule]);
