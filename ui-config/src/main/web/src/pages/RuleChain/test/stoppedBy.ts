// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '../../../api/http';
import { isJsonObject } from '../../../model/json';
import type { CaseResult } from '../../../model/test/report';

/** The test cases because of which the server refused a save. */
export function failedCases(error: Error | null): readonly CaseResult[] {
  const details = error instanceof ApiError ? error.details : undefined;
  const results = isJsonObject(details) ? details.testCases : undefined;
  return Array.isArray(results) ? (results as unknown as readonly CaseResult[]) : [];
}
