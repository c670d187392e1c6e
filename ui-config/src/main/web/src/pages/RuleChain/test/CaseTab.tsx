// SPDX-License-Identifier: Apache-2.0
import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listTestCases, type TestCase } from '../../../api/chainTests';
import type { RuleChain } from '../../../api/ruleChains';
import { ErrorNote } from '../../../components/ErrorNote';
import { PlayIcon } from '../../../components/nodeform/icons';
import { BeforeSaveSwitch } from './BeforeSaveSwitch';
import { CaseRow } from './CaseRow';
import classes from './Cases.module.css';
import { DeleteCaseDialog } from './DeleteCaseDialog';
import { testCasesKey } from './testCommands';
import { useTest, useTesting } from './testContext';

/** The test cases of the chain with their latest results. */
export function CaseTab({ chain }: { readonly chain: RuleChain }) {
  const { t } = useTranslation();
  const { commands } = useTesting();
  const chainId = chain.id.id;
  const results = useTest((state) => state.results);
  const stale = useTest((state) => state.resultsStale);
  const running = useTest((state) => state.running);
  const [deleting, setDeleting] = useState<TestCase>();
  const { data: cases, error } = useQuery({
    queryKey: testCasesKey(chainId),
    queryFn: ({ signal }) => listTestCases(chainId, signal),
  });

  return (
    <div className={classes.tab}>
      <div className={classes.head}>
        <Button
          variant="default"
          size="xs"
          leftSection={<PlayIcon />}
          disabled={running || cases === undefined || cases.length === 0}
          onClick={() => void commands.runAll()}
        >
          {t('chainTest.runAll')}
        </Button>
        <BeforeSaveSwitch chain={chain} />
      </div>
      {error !== null && <ErrorNote error={error} stale={cases !== undefined} />}
      {cases === undefined && error === null && <Skeleton height={80} />}
      {cases?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('chainTest.noCases')}
        </Text>
      )}
      {cases !== undefined && cases.length > 0 && (
        <ul className={classes.list} aria-label={t('chainTest.tab.cases')}>
          {cases.map((each) => (
            <CaseRow
              key={each.id}
              testCase={each}
              result={stale ? undefined : results?.byCase.get(each.id)}
              onDelete={() => setDeleting(each)}
            />
          ))}
        </ul>
      )}
      {deleting !== undefined && (
        <DeleteCaseDialog
          chainId={chainId}
          testCase={deleting}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </div>
  );
}
