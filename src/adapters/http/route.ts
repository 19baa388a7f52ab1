import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { ErrorName } from '../../domain/errors';
import type { Permission } from '../../domain/access/permission';
import type { IfMatch } from '../../domain/version';
import type { Caller } from '../../ports/access/access-tokens';
import type { UnitOfWork } from '../../ports/unit-of-work';

/**
 * Who may call a route. `token`: any valid access token; a permission: a token that carries it; `management`:
 * the holder of the management token; `public`: anyone.
 */
export type Access = 'public' | 'token' | 'management' | Permission;

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** What the interface description says of a route beside what follows from its declaration. */
export interface OperationSpec {
  /** Unique among all operations; generated clients call it so: `createDocument`. */
  readonly id: string;
  /** The group of operations that it is shown in. */
  readonly tag: string;
  /** What it does, in a few words. */
  readonly summary: string;
  /** What a caller should know before the first call; Markdown. */
  readonly description?: string;
  /** Its own errors: those that any route of its kind has follow from the declaration. */
  readonly errors?: readonly ErrorName[];
  /** By a short name; each is sent by a test, and answered so. */
  readonly examples?: OperationExamples;
}

export type OperationExamples = Readonly<Record<string, OperationExample>>;

/** A request in JSON and its answer. */
export interface OperationExample {
  readonly summary: string;
  readonly request?: object;
  /** Of the answer; the operation's success status when left out. */
  readonly status?: number;
  readonly answer?: object;
}

/** A body of bytes, which is read when the handler asks for it: an unknown resource is a 404 before that. */
export interface UploadSpec<Upload> {
  /** What `Content-Type` may say. */
  readonly content_types: readonly string[];
  /** A body that declares more is a plain 413 before anything else is looked at. */
  readonly max_bytes: number;
  /** @throws PlainStatus 413, 415; DomainError validation_error */
  read(req: Request, res: Response): Promise<Upload>;
}

/** What came with the request and was put somewhere, before it is known what becomes of it. */
export interface Received {
  /** What tells it from another one under the same Idempotency-Key, beside method and address. */
  readonly identity: readonly string[];
  /** Called when the work failed that was to keep it, or was not done because it had been done before. */
  discard(): Promise<void>;
}

/** What a handler is given: parsed, typed, and authorised. */
export interface Input<A extends Access, Params, Query, Body, Upload> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Reads the route's upload; once. */
  readonly readUpload: () => Promise<Upload>;
  /** Whom the token stands for. */
  readonly caller: A extends 'public' | 'management' ? undefined : Caller;
  readonly if_match: IfMatch;
  /** What the use case reads and writes in. */
  readonly unit: UnitOfWork;
}

/** A route's declaration: where it is, who may call it, what it accepts, what leaves. */
export interface RouteSpec<A extends Access, Params, Query, Body, Upload = unknown, R = unknown> {
  readonly method: Method;
  /** As Express writes it: `/relations/:id`. */
  readonly path: string;
  /** Left out for what no interface description shows. */
  readonly operation?: OperationSpec;
  /** There is no default: a route that leaves it out does not compile. */
  readonly access: A;
  /** A permission needed on top when this boolean query parameter is `true`. */
  readonly also?: { readonly when: string; readonly access: Permission };
  readonly params?: z.ZodType<Params>;
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
  /** In place of `body`. */
  readonly upload?: UploadSpec<Upload>;
  /** For an upload under an Idempotency-Key: reads it, before the work that must not happen twice. */
  receive?(input: Input<A, Params, Query, Body, Upload>): Promise<R & Received>;
  /** False for a POST that only computes; all others take an Idempotency-Key. */
  readonly has_effect?: boolean;
  /** A request without a body is taken for one whose body is `{}`. */
  readonly optional_body?: boolean;
  /** Success status; 200 unless given. */
  readonly status?: 200 | 201 | 202 | 204;
  /**
   * What leaves the service: members that it does not name are dropped. `none`: an empty body; `file`: the bytes of
   * the `FileAnswer` that the handler gives.
   */
  readonly response: z.ZodType | 'none' | 'file';
  /** The content types that a `file` may have. */
  readonly file_types?: readonly string[];
  /** For an answer that hardly ever changes, a `PreparedAnswer`: how long a caller may use it without asking again. */
  readonly max_age_s?: number;
  /** The address of what a 201 created, without host. */
  location?(result: never, params: Params): string;
  /** Under an Idempotency-Key it returns what its unit of work has written, unchanged. */
  handle(input: Input<A, Params, Query, Body, Upload> & { readonly received: R }): Promise<unknown>;
}

/** What a raw route answers with a status, beside the errors of its operation. */
export interface RawAnswer {
  readonly description: string;
  readonly content_types: readonly string[];
  /** Of JSON. */
  readonly schema?: z.ZodType;
  /** Whether a caller that has it already is told so: `ETag`, `If-None-Match`, 304. */
  readonly is_prepared?: boolean;
}

/**
 * A route that reads and writes HTTP by itself, where the contract asks for another shape than the envelope. What it
 * takes and answers is declared for the interface description alone.
 */
export interface RawRouteSpec {
  readonly method: Method;
  readonly path: string;
  readonly operation?: OperationSpec;
  readonly access: 'public' | 'management';
  readonly params?: z.ZodType;
  readonly body?: z.ZodType;
  readonly answers?: Readonly<Record<number, RawAnswer>>;
  respond(req: Request, res: Response, unit: UnitOfWork): Promise<void>;
}

/** A declaration of whatever types; they were checked where it was written. */
export type Route = RouteSpec<Access, unknown, unknown, unknown> | RawRouteSpec;

export function route<
  const A extends Access,
  P = undefined,
  Q = undefined,
  B = undefined,
  U = undefined,
  R = undefined,
>(spec: RouteSpec<A, P, Q, B, U, R>): Route {
  return spec;
}
