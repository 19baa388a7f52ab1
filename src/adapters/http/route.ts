import { z } from 'zod';
import type { Request, Response } from './request';
import type { ErrorName } from '../../domain/errors';
import type { Permission } from '../../domain/access/permission';
import type { IfMatch } from '../../domain/version';
import type { Caller } from '../../ports/access/access-tokens';
import type { UnitOfWork } from '../../ports/unit-of-work';

/**
 * The callers that a route accepts. `token`: any valid access token; a permission: a token whose scope has it;
 * `management`: the management token; `public`: no authentication.
 */
export type Access = 'public' | 'token' | 'management' | Permission;

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The properties of an operation in the OpenAPI description that do not follow from the route's declaration. */
export interface OperationSpec {
  /** The `operationId`, unique among all operations; generated clients use it as a name: `createDocument`. */
  readonly id: string;
  /** The tag that groups operations. */
  readonly tag: string;
  /** What the operation does, in a few words. */
  readonly summary: string;
  /** What a caller needs to know before the first call; Markdown. */
  readonly description?: string;
  /** Errors that are specific to the operation. General errors follow from the declaration. */
  readonly errors?: readonly ErrorName[];
  /**
   * Whether the resource has a version: an `ETag` in responses, and `If-Match` in writes. By default it follows from
   * the declarations: a resource that is created with a `Location`, or changed by a PATCH, has one, and so has a file.
   */
  readonly has_version?: boolean;
  /** Examples by a short name. A test sends each of them and compares the response. */
  readonly examples?: OperationExamples;
}

export type OperationExamples = Readonly<Record<string, OperationExample>>;

/** A JSON request and its response. */
export interface OperationExample {
  readonly summary: string;
  readonly request?: object;
  /** Status of the response; by default the operation's success status. */
  readonly status?: number;
  readonly response?: object;
}

/** An upload. The body is read when the handler asks for it, so that an unknown resource is answered with 404 first. */
export interface UploadSpec<Upload> {
  /** The accepted media types of `Content-Type`. */
  readonly content_types: readonly string[];
  /** A request with a larger `Content-Length` is a plain 413, before any other check. */
  readonly max_bytes: number;
  /** @throws PlainStatus 413, 415; DomainError validation_error */
  read(req: Request, res: Response): Promise<Upload>;
}

/** An upload that was stored before the handler ran. */
export interface Received {
  /** The part of the fingerprint under an Idempotency-Key beside method and address. */
  readonly identity: readonly string[];
  /** Called when the work failed, or was replaced by a replay, so that the upload is not needed. */
  discard(): Promise<void>;
}

/** The parsed, typed and authorised input of a handler. */
export interface Input<A extends Access, Params, Query, Body, Upload> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Reads the route's upload. Called once. */
  readonly readUpload: () => Promise<Upload>;
  /** The client and company that the token stands for. */
  readonly caller: A extends 'public' | 'management' ? undefined : Caller;
  readonly if_match: IfMatch;
  /** The unit of work that the use case reads and writes in. */
  readonly unit: UnitOfWork;
  /** @returns a signal that aborts when the caller disconnects before the response */
  readonly closed: () => AbortSignal;
}

/** The declaration of a route: its address, access, input and response. */
export interface RouteSpec<A extends Access, Params, Query, Body, Upload = unknown, R = unknown> {
  readonly method: Method;
  /** An Express path: `/relations/:id`. */
  readonly path: string;
  /** Undefined for a route outside of the OpenAPI description. */
  readonly operation?: OperationSpec;
  /** Required, so that a route without it does not compile. */
  readonly access: A;
  /** A second permission that is required when this boolean query parameter is `true`. */
  readonly also?: { readonly when: string; readonly access: Permission };
  readonly params?: z.ZodType<Params>;
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
  /** Replaces `body`. */
  readonly upload?: UploadSpec<Upload>;
  /** For an upload under an Idempotency-Key: reads and stores the upload before the work that is done once per key. */
  receive?(input: Input<A, Params, Query, Body, Upload>): Promise<R & Received>;
  /**
   * For a call that cannot be undone: the route whose response, with the same path and body, shows beforehand what the
   * call is about. Tools of `/mcp` show it. A DELETE is shown by the GET of its path.
   *
   * `sends`: the call sends a document to the relation of the shown one, always or with the parameter `send_peppol`.
   */
  readonly previewed_by?: {
    readonly method: 'get' | 'post';
    readonly path: string;
    readonly sends?: 'always' | 'with send_peppol';
  };
  /** False for a POST that only computes. All other POSTs take an Idempotency-Key. */
  readonly has_effect?: boolean;
  /** Whether a missing body is read as `{}`. */
  readonly optional_body?: boolean;
  /**
   * How much longer than others the response may take, because it waits for something, in seconds. `Infinity`: without
   * a limit. Such a response has status 200 and no headers of its own, and begins with spaces when it takes long.
   */
  waits_s?(query: Query): number;
  /** Success status; by default 200. */
  readonly status?: 200 | 201 | 202 | 204;
  /**
   * The response schema; fields that are not in the schema are dropped. `none`: an empty body; `file`: the bytes of
   * the `Download` that the handler returns.
   */
  readonly response: z.ZodType | 'none' | 'file';
  /** Whether the response contains a secret: it is stored sealed under an Idempotency-Key, and never compressed. */
  readonly has_secret?: boolean;
  /** The possible content types of a `file`. */
  readonly file_types?: readonly string[];
  /** For a handler that returns a `PreparedResponse`: `max-age` of the response, in seconds. */
  readonly max_age_s?: number;
  /** `Location` of a created resource, without host. */
  location?(result: never, params: Params): string;
  /** Under an Idempotency-Key it returns the values written by its unit of work, unchanged. */
  handle(input: Input<A, Params, Query, Body, Upload> & { readonly received: R }): Promise<unknown>;
}

/** A response of a raw route with a given status, in addition to the operation's errors. */
export interface RawResponse {
  readonly description: string;
  readonly content_types: readonly string[];
  /** Schema of a JSON body. */
  readonly schema?: z.ZodType;
  /** Whether the response has an `ETag` and answers a matching `If-None-Match` with 304. */
  readonly is_prepared?: boolean;
}

/**
 * A route that reads the request and writes the response itself, for response shapes other than the envelope. Its
 * declared input and responses only serve the OpenAPI description.
 */
export interface RawRouteSpec {
  readonly method: Method;
  readonly path: string;
  readonly operation?: OperationSpec;
  readonly access: 'public' | 'management';
  /** Who makes the changes of its requests; by default an operator. */
  readonly actor?: 'network';
  readonly params?: z.ZodType;
  readonly body?: z.ZodType;
  /** The content types of a body of bytes. */
  readonly content_types?: readonly string[];
  readonly responses?: Readonly<Record<number, RawResponse>>;
  /** How much longer than others the response may take, in seconds. */
  readonly waits_s?: number;
  /** @param assertNoQuery - refuses query parameters as other routes do (`parseQuery`) */
  respond(req: Request, res: Response, unit: UnitOfWork, assertNoQuery: () => void): Promise<void>;
}

/** Declarations with erased types, which are checked where the route is declared. */
export type AnyRoute = RouteSpec<Access, unknown, unknown, unknown>;
export type Route = AnyRoute | RawRouteSpec;

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

const NO_FIELDS = z.strictObject({});

/**
 * The schema of a JSON body. A POST without declared input accepts `{}` instead of no body, so that unknown fields are
 * refused there too.
 */
export function bodySchema({
  method,
  body,
  upload,
}: Pick<RouteSpec<Access, unknown, unknown, unknown>, 'method' | 'body' | 'upload'>): z.ZodType | undefined {
  return body ?? (method === 'post' && !upload ? NO_FIELDS : undefined);
}
