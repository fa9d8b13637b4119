import { type Static, Type } from '@sinclair/typebox';
import type { Page } from '../core/page.ts';
import { model } from './schema.ts';

export const Pagination = model('Pagination', {
  current_page: Type.Integer({ minimum: 1 }),
  per_page: Type.Integer({ minimum: 1 }),
  total_count: Type.Integer({ minimum: 0 }),
  total_pages: Type.Integer({ minimum: 0 }),
});

/** Default page size. Source: decisions, section 2. */
const DEFAULT_PAGE_SIZE = 100;

/** Returns the query parameters of a paginated list. */
export const pageQuery = (limits: { readonly maximum: number }) => ({
  page: Type.Optional(Type.Integer({ minimum: 1, description: 'page, from 1' })),
  per_page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.maximum,
      description: `rows a page; ${Math.min(DEFAULT_PAGE_SIZE, limits.maximum)} when left out`,
    }),
  ),
});

export const toPage = (
  query: { readonly page?: number; readonly per_page?: number },
  defaultSize = DEFAULT_PAGE_SIZE,
): Page => ({ number: query.page ?? 1, size: query.per_page ?? defaultSize });

export const presentPagination = (page: Page, totalCount: number): Static<typeof Pagination> => ({
  current_page: page.number,
  per_page: page.size,
  total_count: totalCount,
  total_pages: Math.ceil(totalCount / page.size),
});
