import { type Static, Type } from '@sinclair/typebox';
import { PAGE_RULE_KINDS } from '../../core/hits/page-rules.ts';
import { MAX_LENGTH } from '../../core/limits.ts';
import { Id, model, nullable, oneOf, optional, text } from '../../http/schema.ts';

const MAX_RULES = 50;
const MAX_KEPT = 20;
const MAX_PARAMETER_LENGTH = 100;

const PageRuleInput = Type.Object({
  kind: oneOf(PAGE_RULE_KINDS, {
    description:
      '`trailing_slash`: pages have one, or none; `index`: `index.html`, `index.php` and `default.aspx` are their folder; `lower_case`; `query`: parameters that are part of the page; `hash`: routes such as `#/settings` are; `replace`: one page for all that match a pattern',
  }),
  to: optional(oneOf(['none', 'slash']), 'of `trailing_slash`'),
  keep: optional(
    Type.Array(text({ minLength: 1, maxLength: MAX_PARAMETER_LENGTH }), { minItems: 1, maxItems: MAX_KEPT }),
    'of `query`: names of parameters, in the order of the page',
  ),
  pattern: optional(
    text({ minLength: 1, maxLength: MAX_LENGTH.path }),
    'of `replace`, as goals have them: `/user/*/orders`',
  ),
  with: optional(
    text({ minLength: 1, maxLength: MAX_LENGTH.path }),
    'of `replace`: the page, such as `/user/:id/orders`',
  ),
});

const Rules = Type.Array(PageRuleInput, {
  maxItems: MAX_RULES,
  description: 'each is applied to what the one before it leaves',
});

const EXAMPLE = {
  rules: [
    { kind: 'trailing_slash', to: 'none' },
    { kind: 'query', keep: ['p'] },
    { kind: 'replace', pattern: '/user/*/orders', with: '/user/:id/orders' },
  ],
};

export const PutPageRules = model(
  'PageRules',
  {
    rules: Rules,
    past: Type.Optional(
      Type.Boolean({
        description: 'true: stored pages become what the rules make of them, as a change that can be undone',
      }),
    ),
  },
  EXAMPLE,
);
export type PageRulesInput = Static<typeof PutPageRules>;

export const PageRulesAnswer = Type.Object({ rules: Rules });
export const PutPageRulesAnswer = Type.Object({
  rules: Rules,
  change_id: Type.Optional(
    nullable(Id, {
      description:
        'with `past`: of the change, which /sites/:id/changes lists; null where no stored page changes',
    }),
  ),
});

const Pages = Type.Integer({ minimum: 0 });

const Merge = Type.Object({
  to: Type.String({ description: 'the page' }),
  from: Type.Array(Type.Object({ path: Type.String(), hits: Pages }), {
    description: 'paths as they are stored, those with the most hits first; at most 20',
  }),
  paths: Type.Integer({ description: 'how many there are' }),
  hits: Type.Integer({ description: 'of all of them' }),
});

export const PageRulesPreview = model('PageRulesPreview', {
  merges: Type.Array(Merge, {
    description: 'pages that stored paths become, those with the most hits first; at most 200',
  }),
  pages_before: Pages,
  pages_after: Pages,
  pages_changed: Type.Array(Pages, { description: 'how many pages each rule changes, in their order' }),
  suggestions: Type.Array(Type.Object({ rule: PageRuleInput, pages: Pages }), {
    description: 'rules for what is left, with the number of pages that each would change',
  }),
});

/** How many stored paths a preview reads: those with the most hits. */
export const MAX_PREVIEWED_PATHS = 50_000;
