import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { Permission } from '../../domain/permission';
import type { IfMatch } from '../../domain/version';
import type { Caller } from '../../ports/access-tokens';

/**
 * Who may call a route. `token`: any valid access token; a permission: a token that carries it; `management`:
 * the holder of the management token; `public`: anyone.
 */
export type Access = 'public' | 'token' | 'management' | Permission;

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** What a handler is given: parsed, typed, and authorised. */
export interface Input<A extends Access, Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Whom the token stands for. */
  readonly caller: A extends 'public' | 'management' ? undefined : Caller;
  readonly if_match: IfMatch;
}

/** A route's declaration: where it is, who may call it, what it accepts, what leaves. */
export interface RouteSpec<A extends Access, Params, Query, Body> {
  readonly method: Method;
  /** As Express writes it: `/relations/:id`. */
  readonly path: string;
  /** There is no default: a route that leaves it out does not compile. */
  readonly access: A;
  /** A permission needed on top when this boolean query parameter is `true`. */
  readonly also?: { readonly when: string; readonly access: Permission };
  readonly params?: z.ZodType<Params>;
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
  /** Success status; 200 unless given. */
  readonly status?: 200 | 201 | 202 | 204;
  /** What leaves the service: members that it does not name are dropped. `none`: an empty body. */
  readonly response: z.ZodType | 'none';
  /** The address of what a 201 created, without host. */
  readonly location?: (result: never) => string;
  handle(input: Input<A, Params, Query, Body>): Promise<unknown>;
}

/** A route that reads and writes HTTP by itself, where the contract asks for another shape than the envelope. */
export interface RawRouteSpec {
  readonly method: Method;
  readonly path: string;
  readonly access: 'public' | 'management';
  respond(req: Request, res: Response): Promise<void>;
}

/** A declaration of whatever types; they were checked where it was written. */
export type Route = RouteSpec<Access, unknown, unknown, unknown> | RawRouteSpec;

export function route<const A extends Access, P = undefined, Q = undefined, B = undefined>(
  spec: RouteSpec<A, P, Q, B>,
): Route {
  return spec as unknown as Route;
}
