import { and, asc, eq, type SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { chunk } from './chunk.ts';
import { askedBodies, planChunks, plans } from './schema.ts';

/**
 * Plans in D1. Every function is one round trip and throws what D1 throws; the caller decides what a broken
 * database costs.
 */

/** Pieces of a plan that are stored at most, 30 million characters: D1 answers at most 50 MB. */
export const MAX_CHUNKS = 100;

/** A stored plan: its JSON is the pieces, one after the other. */
export interface StoredPlan {
  id: string;
  questionDigest: string;
  chunks: string[];
}

export function planById(db: D1Database, tenant: string, id: string): Promise<StoredPlan | null> {
  return readPlan(db, and(eq(plans.tenant, tenant), eq(plans.id, id)));
}

export function planByQuestion(db: D1Database, tenant: string, digest: string): Promise<StoredPlan | null> {
  return readPlan(db, and(eq(plans.tenant, tenant), eq(plans.questionDigest, digest)));
}

/** The plan for a request body that this version of the solver has answered before. */
export function planByBody(
  db: D1Database,
  tenant: string,
  bodyDigest: string,
  solverVersion: string,
): Promise<StoredPlan | null> {
  const asked = drizzle(db)
    .select({ questionDigest: askedBodies.questionDigest })
    .from(askedBodies)
    .where(
      and(
        eq(askedBodies.tenant, tenant),
        eq(askedBodies.bodyDigest, bodyDigest),
        eq(askedBodies.solverVersion, solverVersion),
      ),
    );
  return readPlan(db, and(eq(plans.tenant, tenant), eq(plans.questionDigest, asked)));
}

async function readPlan(db: D1Database, condition: SQL | undefined): Promise<StoredPlan | null> {
  const rows = await drizzle(db)
    .select({ id: plans.id, questionDigest: plans.questionDigest, json: planChunks.json })
    .from(plans)
    .innerJoin(
      planChunks,
      and(eq(planChunks.tenant, plans.tenant), eq(planChunks.questionDigest, plans.questionDigest)),
    )
    .where(condition)
    .orderBy(asc(planChunks.position));
  const [first] = rows;
  if (!first) return null;
  return { id: first.id, questionDigest: first.questionDigest, chunks: rows.map((row) => row.json) };
}

export interface NewPlan {
  /** Id to use if nobody has stored the answer to this question before. */
  id: string;
  questionDigest: string;
  bodyDigest: string;
  solverVersion: string;
  createdAt: number;
  json: string;
}

/**
 * Stores a plan in one atomic batch. Of two writers at once the first one's id stays.
 * @returns the id under which the plan can be read, or null when the plan is too large to be stored.
 */
export async function savePlan(db: D1Database, tenant: string, plan: NewPlan): Promise<string | null> {
  const { id, questionDigest, bodyDigest, solverVersion, createdAt, json } = plan;
  const pieces = chunk(json);
  if (pieces.length > MAX_CHUNKS) return null;
  const store = drizzle(db);
  const [, stored] = await store.batch([
    store.insert(plans).values({ id, tenant, questionDigest, createdAt }).onConflictDoNothing(),
    store
      .select({ id: plans.id })
      .from(plans)
      .where(and(eq(plans.tenant, tenant), eq(plans.questionDigest, questionDigest))),
    store
      .insert(askedBodies)
      .values({ tenant, bodyDigest, solverVersion, questionDigest })
      .onConflictDoNothing(),
    // One statement a piece: a statement takes at most 100 parameters.
    ...pieces.map((piece, position) =>
      store
        .insert(planChunks)
        .values({ tenant, questionDigest, position, json: piece })
        .onConflictDoNothing(),
    ),
  ]);
  return stored[0]?.id ?? null;
}

/** Remembers that a request body asks a question whose plan is stored. */
export async function saveBody(
  db: D1Database,
  tenant: string,
  body: { bodyDigest: string; solverVersion: string; questionDigest: string },
): Promise<void> {
  await drizzle(db)
    .insert(askedBodies)
    .values({ tenant, ...body })
    .onConflictDoNothing();
}
