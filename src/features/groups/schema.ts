import { type Static, Type } from '@sinclair/typebox';
import { Id, model, nullable, oneOf, Timestamp } from '../../http/schema.ts';
import { line, prose } from '../../http/text.ts';
import type { Group as GroupOf } from './store.ts';
import { CHART_VIEWS } from './tables.ts';

const MAX_SITES = 10_000;
const MAX_POSITION = 1_000_000;

const AccentColor = Type.String({
  pattern: '^#[0-9A-Fa-f]{6}$',
  description: 'as in `#0b6e5f`',
  allowed: 'a colour in the form #RRGGBB',
});

export const Group = model('Group', {
  id: Id,
  name: Type.String(),
  description: Type.String(),
  icon: nullable(Type.String(), { description: 'key of an icon in the dashboard' }),
  accent_color: AccentColor,
  pinned: Type.Boolean(),
  default_chart_view: oneOf(CHART_VIEWS),
  position: Type.Integer({ description: 'groups are listed by it' }),
  site_ids: Type.Array(Id),
  sites: Type.Array(Type.Object({ id: Id, uid: Type.String(), url: Type.String(), label: Type.String() }), {
    description: 'in the order of `site_ids`',
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
});

const Name = line({ isRequired: true, maxLength: 200 });
const optionalFields = {
  description: Type.Optional(nullable(prose({ maxLength: 5000 }))),
  icon: Type.Optional(nullable(line({ maxLength: 64 }))),
  accent_color: Type.Optional(nullable(AccentColor)),
  pinned: Type.Optional(Type.Boolean()),
  default_chart_view: Type.Optional(oneOf(CHART_VIEWS)),
  site_ids: Type.Optional(
    Type.Array(Type.Integer(), {
      maxItems: MAX_SITES,
      description: 'all sites of the group, in order; ids that are none of the account’s sites are ignored',
    }),
  ),
};

export const CreateGroup = model(
  'CreateGroup',
  { name: Name, ...optionalFields },
  { name: 'Shops', accent_color: '#0b6e5f', pinned: true, site_ids: [1, 2] },
);
export const UpdateGroup = model(
  'UpdateGroup',
  {
    name: Type.Optional(Name),
    ...optionalFields,
    position: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_POSITION,
        description:
          'where the group is listed; a new one comes last. The group that is there moves on, and those behind it',
      }),
    ),
  },
  { name: 'Shops', site_ids: [2, 1], position: 1 },
);
export type GroupInput = Static<typeof UpdateGroup>;

export const GroupAnswer = Type.Object({ group: Group });
export const GroupList = Type.Object({ groups: Type.Array(Group) });

export const presentGroup = (group: GroupOf): Static<typeof Group> => ({
  id: group.id,
  name: group.name,
  description: group.description,
  icon: group.icon,
  accent_color: group.accentColor,
  pinned: group.pinned,
  default_chart_view: group.defaultChartView,
  position: group.position,
  site_ids: group.sites.map(site => site.id),
  sites: group.sites.map(({ id, uid, url, label }) => ({ id, uid, url, label })),
  created_at: group.createdAt.toISOString(),
  updated_at: group.updatedAt.toISOString(),
});
