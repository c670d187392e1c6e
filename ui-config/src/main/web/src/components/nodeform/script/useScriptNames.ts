// SPDX-License-Identifier: Apache-2.0
import { useMemo } from 'react';
import { attributeMetadata, type KnownNames } from '../../../model/script/completions';
import { keysOf, type Sample } from '../../../model/script/sample';
import { useKeys } from '../useKeys';

/** The names that a script is likely to find: those of the sample, and of what devices have sent. */
export function useScriptNames(sample: Sample): KnownNames {
  const series = useKeys('timeseries');
  const attributes = useKeys('attributes');
  return useMemo(
    () => ({
      data: [...new Set([...keysOf(sample), ...series])],
      metadata: [...new Set([...Object.keys(sample.metadata), ...attributeMetadata(attributes)])],
    }),
    [sample, series, attributes],
  );
}
