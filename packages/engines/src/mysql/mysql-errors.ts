import { EngineCancelled, EngineError, type EngineErrorClass } from '../engine.ts';
import { classByNumber, type ErrorNumbers } from '../error-numbers.ts';

/**
 * Classes of errors by the server's error number; numbers not listed are faults of the statement.
 * https://mariadb.com/docs/server/reference/error-codes,
 * https://dev.mysql.com/doc/mysql-errors/8.4/en/server-error-reference.html
 */
const NUMBERS: ErrorNumbers = {
  connection: [
    1042, 1043, 1044, 1045, 1049, 1053, 1077, 1079, 1080, 1129, 1130, 1152, 1158, 1159, 1160, 1161, 1184, 1189, 1190,
    1251, 1524, 1698, 1820, 1862, 1873, 1927, 3118, 3159, 4031, 4151,
  ],
  resource: [
    1021, 1037, 1038, 1040, 1041, 1104, 1114, 1135, 1153, 1203, 1205, 1206, 1213, 1226, 1260, 1301, 1436, 1461, 3170,
  ],
  timeout: [1317, 1969, 3024],
  conversion: [
    1264, 1265, 1292, 1300, 1366, 1367, 1411, 1425, 1426, 1439, 1441, 1525, 1690, 1916, 1918, 3140, 3141, 3143, 3146,
    3156, 4037, 4038,
  ],
  forbidden: [1142, 1143, 1227, 1290, 1370, 1410, 1792, 1879],
};

const CLASS_BY_NUMBER = classByNumber(NUMBERS);

export function classOfNumber(number: number): EngineErrorClass {
  return CLASS_BY_NUMBER.get(number) ?? 'statement';
}

/** Converts the error of a failed driver call. Errors of the engine itself stay as they are. */
export function toEngineError(error: unknown): EngineError | EngineCancelled {
  if (error instanceof EngineError || error instanceof EngineCancelled) return error;
  const number = serverNumber(error);
  return new EngineError(number === undefined ? 'connection' : classOfNumber(number), error);
}

/** Only errors of a server have a state; the network and the driver have numbers of their own. */
function serverNumber(error: unknown): number | undefined {
  if (!(error instanceof Error && 'sqlState' in error && 'errno' in error)) return undefined;
  return typeof error.sqlState === 'string' && typeof error.errno === 'number' ? error.errno : undefined;
}
