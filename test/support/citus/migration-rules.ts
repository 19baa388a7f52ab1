import { parseSync } from 'libpg-query';
import { all, isTenant, type Node } from './statement-rules';

const CHECKED = /^CONSTR_(CHECK|UNIQUE|PRIMARY|FOREIGN)$/;

/** What a Citus cluster refuses in a migration, or may refuse. Only tenant tables matter. */
export function refusedByCluster(migration: string): string[] {
  const { stmts } = parseSync(migration) as { stmts: { stmt: Node }[] };
  const of = (kind: string) => all(stmts, kind);
  const onTenants = (kind: string) => of(kind).filter(({ relation }) => isTenant(relation as Node));
  const columns = all(onTenants('AlterTableStmt'), 'ColumnDef');
  const isWithoutCompany = ({ unique, indexParams }: Node) =>
    unique === true && !all(indexParams, 'IndexElem').some(({ name }) => name === 'company_id');
  return Object.entries({
    'a function': of('CreateFunctionStmt'),
    'a trigger': of('CreateTrigStmt'),
    'changed rows': ['InsertStmt', 'UpdateStmt', 'DeleteStmt'].flatMap(onTenants),
    'a new column with a constraint': all(columns, 'Constraint').filter(({ contype }) =>
      CHECKED.test(contype as string),
    ),
    'a unique index without the company': onTenants('IndexStmt').filter(isWithoutCompany),
  })
    .filter(([, found]) => found.length > 0)
    .map(([what]) => what);
}
