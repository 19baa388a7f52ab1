import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'libpg-query';
import { isOverAllCompanies } from './over-all-companies';

/** A node of a parse tree of PostgreSQL. */
export type Node = Readonly<Record<string, unknown>>;

const SCRIPT = readFileSync(path.join(__dirname, '../../../db/citus.sql'), 'utf8');
const LISTED = /unnest\(array\[(.*?)\]\)/s.exec(SCRIPT)![1]!;

/** The tables that `db/citus.sql` distributes, with the column by which it does. */
const KEYS: ReadonlyMap<string, string> = new Map([
  ['company', 'id'],
  ...[...LISTED.matchAll(/'(\w+)'/g)].map(([, table]) => [table!, 'company_id'] as const),
]);

/** Functions that are not immutable and that statements are likely to use. */
const NOT_IMMUTABLE =
  /^(jsonb?_build_(object|array)|to_jsonb?|to_char|concat|concat_ws|format|now|clock_timestamp|gen_random_uuid)$/;

/**
 * What a Citus cluster refuses in a statement, or executes on all shards, and what keeps any server from the index that
 * has the order. Only tenant tables matter.
 *
 * @param text - one or several statements
 */
export function objections(text: string): string[] {
  const { stmts } = parseSync(text) as { stmts: { stmt: Node }[] };
  // A migration runs once, and `explain` in tests only.
  if (!stmts.every(({ stmt }) => /^(Select|Insert|Update|Delete)Stmt$/.test(Object.keys(stmt)[0]!)))
    return [];
  const statement = new Statement(stmts);
  if (statement.tables.length === 0) return [];
  const found = statement.refusedShapes();
  return isOverAllCompanies(text) ? found : [...found, ...statement.tablesWithoutCompany()];
}

/** Whether a statement can concern tenant tables: most others need not be parsed. */
export function concernsTenants(text: string): boolean {
  return (text.match(/\w+/g) ?? []).some((word) => KEYS.has(word));
}

class Statement {
  private readonly ctes: ReadonlySet<string>;
  /** The tenant tables, also of subselects. */
  readonly tables: readonly Node[];
  /** Tables that only the coordinator has. */
  private readonly local_tables: readonly Node[];

  constructor(private readonly root: readonly Node[]) {
    this.ctes = new Set(all(root, 'CommonTableExpr').map(({ ctename }) => ctename as string));
    const locked = all(all(root, 'LockingClause'), 'RangeVar'); // they are names of aliases
    const tables = [
      ...all(root, 'RangeVar'),
      ...['InsertStmt', 'UpdateStmt', 'DeleteStmt'].flatMap((kind) =>
        all(root, kind).map(({ relation }) => relation as Node),
      ),
    ].filter((table) => !this.isCte(table) && !locked.includes(table));
    this.tables = tables.filter(isTenant);
    this.local_tables = tables.filter((table) => !isTenant(table) && !isOfCatalogue(table));
  }

  refusedShapes(): string[] {
    const { root } = this;
    const is_over_all = this.tablesWithoutCompany().length > 0;
    const inserts = all(root, 'InsertStmt').filter(({ relation }) => isTenant(relation as Node));
    const updates = all(root, 'UpdateStmt').filter(({ relation }) => isTenant(relation as Node));
    const inCtes = all(root, 'CommonTableExpr').flatMap(({ ctequery }) => all(ctequery, 'InsertStmt'));
    const refused: [boolean, string][] = [
      [inserts.some((insert) => inCtes.includes(insert)), 'an insert in a common table expression'],
      [inserts.some(isSelectWithoutReturning), 'an insert … select without returning'],
      [inserts.some(hasComputedConflict), 'a subselect, function or parameter in do update'],
      [all(updates, 'MultiAssignRef').length > 0, 'set (…) = (select …)'],
      [updates.some(hasConditionalFunction), 'a function that is not immutable in case or coalesce'],
      [all(root, 'withClause').some(({ recursive }) => recursive === true), 'a recursive query'],
      [all(root, 'JoinExpr').some((join) => this.isOnParameter(join)), 'an outer join on a parameter'],
      [
        all(root, 'LockingClause').some(({ waitPolicy }) => waitPolicy === 'LockWaitSkip') && is_over_all,
        'for update skip locked over all companies',
      ],
      [
        is_over_all && selects(root).some(isUnionWithFunction),
        'a function in the from of a union over all companies',
      ],
      [selects(root).some(isSortedByConverted), 'a sort by a column that hides the one of the table'],
      [this.local_tables.length > 0, 'tables of companies together with tables of the coordinator'],
    ];
    return refused.flatMap(([is_refused, shape]) => (is_refused ? [shape] : []));
  }

  /** Each select, update and delete needs its own condition, also when it is a subselect. */
  tablesWithoutCompany(): string[] {
    const levels = [
      ...selects(this.root).map((node) => this.level(node['fromClause'], node['whereClause'])),
      ...all(this.root, 'UpdateStmt').map((node) =>
        this.level([{ RangeVar: node['relation'] }, node['fromClause']], node['whereClause']),
      ),
      ...all(this.root, 'DeleteStmt').map((node) =>
        this.level([{ RangeVar: node['relation'] }, node['usingClause']], node['whereClause']),
      ),
    ];
    const inserted = all(this.root, 'InsertStmt')
      .filter(({ relation }) => isTenant(relation as Node))
      .filter(
        ({ relation, cols }) => !all(cols, 'ResTarget').some(({ name }) => name === keyOf(relation as Node)),
      );
    return [...levels.flat(), ...inserted.map(({ relation }) => nameOf(relation as Node))].map(
      (table) => `${table} without a condition on the company`,
    );
  }

  /** The tenant tables of one query that no condition of that query ties to a company. */
  private level(from: unknown, where: unknown): string[] {
    const tables = direct(from, 'RangeVar').filter((table) => isTenant(table) && !this.isCte(table));
    const conditions = [where, ...direct(from, 'JoinExpr').map(({ quals }) => quals)].flatMap(conjuncts);
    const tied = new Set<string>();
    const alone = tables.length === 1 ? aliasOf(tables[0]!) : undefined;
    const equalities = conditions.flatMap((condition) => {
      const { kind, name, lexpr, rexpr } = (condition['A_Expr'] ?? {}) as Node;
      const is_equality = kind === 'AEXPR_OP' && JSON.stringify(name).includes('"="');
      return is_equality ? [[operand(lexpr, alone), operand(rexpr, alone)] as const] : [];
    });
    for (let before = -1; before !== tied.size;) {
      before = tied.size;
      for (const [a, b] of equalities) {
        for (const [one, other] of [
          [a, b],
          [b, a],
        ])
          if (one !== undefined && other !== undefined && (other === VALUE || tied.has(other))) tied.add(one);
      }
    }
    return tables.flatMap((table) => (tied.has(`${aliasOf(table)}.${keyOf(table)}`) ? [] : nameOf(table)));
  }

  /** `left join t on … and t.id = $2`: refused when `$2` is null. */
  private isOnParameter({ jointype, rarg, quals }: Node): boolean {
    const table = (rarg as Node)['RangeVar'] as Node | undefined;
    if (jointype === 'JOIN_INNER' || !table || !isTenant(table) || this.isCte(table)) return false;
    return conjuncts(quals).some((condition) => {
      const { lexpr, rexpr } = (condition['A_Expr'] ?? {}) as Node;
      const sides = [operand(lexpr, undefined), operand(rexpr, undefined)];
      return (
        sides.includes(VALUE) &&
        sides.some((side) => side?.startsWith(`${aliasOf(table)}.`) && !side.endsWith(`.${keyOf(table)}`))
      );
    });
  }

  private isCte({ relname, schemaname }: Node): boolean {
    return schemaname === undefined && this.ctes.has(relname as string);
  }
}

const VALUE = 'a value';

/** A column as `alias.column`, a parameter or constant as `VALUE`. */
function operand(node: unknown, alone: string | undefined): string | undefined {
  const { ColumnRef, ParamRef, A_Const, TypeCast } = (node ?? {}) as Readonly<Record<string, Node>>;
  if (ParamRef ?? A_Const) return VALUE;
  if (TypeCast) return operand(TypeCast['arg'], alone) === VALUE ? VALUE : undefined;
  if (!ColumnRef) return undefined;
  const names = all(ColumnRef['fields'], 'String').map(({ sval }) => sval as string);
  if (names.length === 1) return alone && `${alone}.${names[0]}`;
  return names.slice(-2).join('.');
}

function conjuncts(node: unknown): Node[] {
  if (!node) return [];
  const { BoolExpr } = node as Readonly<Record<string, Node>>;
  if (BoolExpr?.['boolop'] === 'AND_EXPR') return (BoolExpr['args'] as Node[]).flatMap(conjuncts);
  return [node as Node];
}

function isSelectWithoutReturning({ selectStmt, returningList }: Node): boolean {
  const select = (selectStmt as Node | undefined)?.['SelectStmt'] as Node | undefined;
  return select !== undefined && select['valuesLists'] === undefined && returningList === undefined;
}

function hasComputedConflict({ onConflictClause, selectStmt }: Node): boolean {
  const conflict = (onConflictClause ?? {}) as Node;
  if (conflict['action'] !== 'ONCONFLICT_UPDATE') return false;
  const parts = [conflict['targetList'], conflict['whereClause']];
  const is_select = ((selectStmt as Node)['SelectStmt'] as Node)['valuesLists'] === undefined;
  const kinds = ['SubLink', 'FuncCall', 'SQLValueFunction', ...(is_select ? ['ParamRef'] : [])];
  return kinds.some((kind) => all(parts, kind).length > 0);
}

function hasConditionalFunction({ targetList }: Node): boolean {
  const conditional = ['CaseExpr', 'CoalesceExpr'].flatMap((kind) => all(targetList, kind));
  return all(conditional, 'FuncCall').some(({ funcname }) =>
    NOT_IMMUTABLE.test(all(funcname, 'String').at(-1)!['sval'] as string),
  );
}

/** `select a::text as a … order by a` sorts by the text, which no index has; `order by t.a` does not. */
function isSortedByConverted({ targetList, sortClause }: Node): boolean {
  const hiding = direct(targetList, 'ResTarget').flatMap(({ name, val }) => {
    const { ColumnRef } = val as Node;
    const is_hiding = ColumnRef === undefined && all(val, 'ColumnRef').some((one) => lastOf(one) === name);
    return is_hiding ? [name] : [];
  });
  return all(sortClause, 'SortBy').some(({ node }) => {
    const { ColumnRef } = node as Readonly<Record<string, Node>>;
    return (ColumnRef?.['fields'] as Node[] | undefined)?.length === 1 && hiding.includes(lastOf(ColumnRef!));
  });
}

const lastOf = ({ fields }: Node) => all(fields, 'String').at(-1)?.['sval'];

const nameOf = ({ relname }: Node) => relname as string;
const keyOf = (table: Node) => KEYS.get(nameOf(table))!;
export const isTenant = ({ relname, schemaname }: Node) =>
  (schemaname === undefined || schemaname === 'public') && KEYS.has(relname as string);
const isOfCatalogue = ({ relname, schemaname }: Node) =>
  schemaname === 'pg_catalog' ||
  schemaname === 'information_schema' ||
  (schemaname === undefined && (relname as string).startsWith('pg_'));
const aliasOf = (table: Node) =>
  ((table['alias'] as Node | undefined)?.['aliasname'] ?? nameOf(table)) as string;

function isUnionWithFunction(select: Node): boolean {
  return select['op'] === 'SETOP_UNION' && all(select, 'RangeFunction').length > 0;
}

/** All queries, also those on either side of a `union`. */
function selects(tree: unknown): Node[] {
  const sides = ['larg', 'rarg'].flatMap((side) => all(tree, side));
  return [...all(tree, 'SelectStmt'), ...sides.filter((side) => side['op'] !== undefined)];
}

/** The nodes of a kind in a tree, at any depth. */
export function all(tree: unknown, kind: string): Node[] {
  return nodes(tree, kind, () => true);
}

/** The nodes of a kind in a `from` clause, without those in subselects. */
function direct(tree: unknown, kind: string): Node[] {
  return nodes(tree, kind, (name) => !/^(RangeSubselect|RangeFunction|SubLink|SelectStmt)$/.test(name));
}

function nodes(tree: unknown, kind: string, enters: (name: string) => boolean): Node[] {
  if (typeof tree !== 'object' || tree === null) return [];
  if (Array.isArray(tree)) return tree.flatMap((item) => nodes(item, kind, enters));
  return Object.entries(tree as Node).flatMap(([name, value]) => [
    ...(name === kind ? [value as Node] : []),
    ...(enters(name) ? nodes(value, kind, enters) : []),
  ]);
}
