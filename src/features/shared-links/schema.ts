import { type Static, Type } from '@sinclair/typebox';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../core/limits.ts';
import { PUBLIC_SECTIONS, type PublicSection } from '../../core/public-page.ts';
import { Id, InputTime, model, nullable, oneOf, patchModel, Timestamp, text } from '../../http/schema.ts';
import { line } from '../../http/text.ts';
import type { SharedLinkRow } from './store.ts';

const MAX_NAME_LENGTH = 200;

const Section = oneOf(PUBLIC_SECTIONS);

export const SharedLink = model('SharedLink', {
  id: Id,
  name: Type.String(),
  sections: Type.Array(Section, { description: 'what it shows, in the order of its page' }),
  segment_id: nullable(Id, { description: 'every figure is of this segment; null: of the whole site' }),
  has_password: Type.Boolean(),
  expires_at: nullable(Timestamp, { description: 'null: never' }),
  opened_count: Type.Integer({ description: 'how often its page was opened' }),
  last_opened_at: nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
});

const Name = line({ isRequired: true, maxLength: MAX_NAME_LENGTH });
const Sections = Type.Array(Section, { minItems: 1, maxItems: PUBLIC_SECTIONS.length });
const Password = nullable(text({ maxLength: MAX_PASSWORD_LENGTH }), {
  description: `${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters; null: none`,
});
const optionalFields = {
  segment_id: Type.Optional(nullable(Id, { description: 'one of the site’s segments, no personal one' })),
  password: Type.Optional(Password),
  expires_at: Type.Optional(
    nullable(InputTime, { description: 'in the future; UTC without a zone; null: never' }),
  ),
};

export const CreateSharedLink = model(
  'CreateSharedLink',
  {
    name: Name,
    sections: Type.Optional({
      ...Sections,
      description: 'those of a new public page when left out, as far as they can show the segment',
    }),
    ...optionalFields,
  },
  {
    name: 'Quarterly review',
    sections: ['visitors', 'pages', 'referrers'],
    expires_at: '2026-06-30T22:00:00Z',
  },
);
export type SharedLinkInput = Partial<Static<typeof CreateSharedLink>>;

export const UpdateSharedLink = patchModel(
  'UpdateSharedLink',
  { name: Type.Optional(Name), sections: Type.Optional(Sections), ...optionalFields },
  { sections: ['visitors', 'pages'], password: null },
);

export const SharedLinkAnswer = Type.Object({ shared_link: SharedLink });
export const CreatedSharedLink = Type.Object({
  shared_link: SharedLink,
  token: Type.String({ description: 'shown this once: the server keeps a hash of it' }),
  url: Type.String({ description: 'address of its page, with the token' }),
});
export const SharedLinkList = Type.Object({ shared_links: Type.Array(SharedLink) });

export const parseSections = (stored: string): PublicSection[] => {
  const names = new Set<string>(JSON.parse(stored));
  return PUBLIC_SECTIONS.filter(section => names.has(section));
};

export const presentSharedLink = (link: SharedLinkRow): Static<typeof SharedLink> => ({
  id: link.id,
  name: link.name,
  sections: parseSections(link.sections),
  segment_id: link.segmentId,
  has_password: link.passwordHash !== null,
  expires_at: link.expiresAt?.toISOString() ?? null,
  opened_count: link.openedCount,
  last_opened_at: link.lastOpenedAt?.toISOString() ?? null,
  created_at: link.createdAt.toISOString(),
  updated_at: link.updatedAt.toISOString(),
});
