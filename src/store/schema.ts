import { foreignKey, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/**
 * The database: solved plans, so that a question asked again costs a read. Every table has the tenant whose
 * rows they are. Digests are as `model/canonical.ts` writes them.
 */

/** One row for every question that was answered. The question digest includes the solver's version. */
export const plans = sqliteTable(
  'plans',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    questionDigest: text('question_digest').notNull(),
    /** Milliseconds since 1970, for whoever clears old rows; never part of a plan. */
    createdAt: integer('created_at').notNull(),
  },
  (table) => [uniqueIndex('plans_question').on(table.tenant, table.questionDigest)],
);

/**
 * A plan's JSON in pieces, because a D1 value ends at 2 MB. Keyed by the question and not by the plan's id: the
 * same question has the same bytes, so two writers at once write the same rows.
 */
export const planChunks = sqliteTable(
  'plan_chunks',
  {
    tenant: text().notNull(),
    questionDigest: text('question_digest').notNull(),
    position: integer().notNull(),
    json: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.questionDigest, table.position] }),
    foreignKey({
      columns: [table.tenant, table.questionDigest],
      foreignColumns: [plans.tenant, plans.questionDigest],
    }).onDelete('cascade'),
  ],
);

/**
 * Request bodies whose question is known, so that the very same bytes need not be parsed again
 * (`docs/decisions/cache.md`). Another version of the solver may read them otherwise, so it is in the key.
 */
export const askedBodies = sqliteTable(
  'asked_bodies',
  {
    tenant: text().notNull(),
    bodyDigest: text('body_digest').notNull(),
    solverVersion: text('solver_version').notNull(),
    questionDigest: text('question_digest').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.bodyDigest, table.solverVersion] }),
    foreignKey({
      columns: [table.tenant, table.questionDigest],
      foreignColumns: [plans.tenant, plans.questionDigest],
    }).onDelete('cascade'),
  ],
);
