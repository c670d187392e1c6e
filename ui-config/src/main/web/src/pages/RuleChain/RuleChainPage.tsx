// SPDX-License-Identifier: Apache-2.0
import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ReactFlowProvider, useReactFlow } from '@xyflow/react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams } from 'react-router';
import { readMetadata, readRuleChain, type RuleChain } from '../../api/ruleChains';
import { signInState } from '../../api/session';
import { ErrorNote } from '../../components/ErrorNote';
import { PageTitle } from '../../components/PageTitle';
import { useCatalogue } from '../../components/chain/useCatalogue';
import type { Catalogue } from '../../model/chain/catalogue';
import type { RuleChainMetadata } from '../../model/chain/metadata';
import { createChainStore } from '../../store/chainStore';
import { ChainContext } from './chainContext';
import { createCommands, onlyNode } from './commands';
import { Editor } from './Editor';
import type { ChainFlowEdge, ChainFlowNode } from './flow';
import { nodeNamed, unsavedIn } from './openRequest';

/** A rule chain, to read and to edit. */
export function RuleChainPage() {
  const { chainId = '' } = useParams();
  return <LoadedChain key={chainId} chainId={chainId} />;
}

function LoadedChain({ chainId }: { readonly chainId: string }) {
  const { t } = useTranslation();
  const chain = useQuery({
    queryKey: ['ruleChain', chainId],
    queryFn: ({ signal }) => readRuleChain(chainId, signal),
  });
  // Read once when the page opens: what another user saves later must not replace what is being edited.
  const metadata = useQuery({
    queryKey: ['ruleChainMetadata', chainId],
    queryFn: ({ signal }) => readMetadata(chainId, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { catalogue, error: catalogueError } = useCatalogue();
  const error = chain.error ?? metadata.error ?? catalogueError;
  if (chain.data === undefined || metadata.data === undefined || catalogue === undefined) {
    return (
      <Stack gap="md">
        <PageTitle title={t('editor.title')} />
        {error === null ? <Skeleton height={420} /> : <ErrorNote error={error} />}
      </Stack>
    );
  }
  return (
    <ReactFlowProvider>
      <OpenChain chain={chain.data} metadata={metadata.data} catalogue={catalogue} />
    </ReactFlowProvider>
  );
}

interface OpenChainProps {
  readonly chain: RuleChain;
  readonly metadata: RuleChainMetadata;
  readonly catalogue: Catalogue;
}

function OpenChain({ chain, metadata, catalogue }: OpenChainProps) {
  const { t } = useTranslation();
  const flow = useReactFlow<ChainFlowNode, ChainFlowEdge>();
  const location = useLocation();
  const navigate = useNavigate();
  const [store] = useState(() => {
    const created = createChainStore(signInState().session?.userId ?? '', chain.id.id, metadata);
    const unsaved = unsavedIn(location.state);
    if (unsaved !== undefined) {
      created.getState().open(unsaved);
    }
    const name = new URLSearchParams(location.search).get('node');
    const node = nodeNamed(created.getState().history.present, name);
    if (node !== undefined) {
      created.getState().select(onlyNode(node));
    }
    return created;
  });
  useEffect(() => {
    // A reload would bring the nodes again; by then they are a draft.
    if (unsavedIn(location.state) !== undefined) {
      void navigate(`${location.pathname}${location.search}`, { replace: true });
    }
  }, [location, navigate]);
  const editing = useMemo(
    () => ({ store, catalogue, commands: createCommands(store, flow, t) }),
    [store, catalogue, flow, t],
  );
  return (
    <ChainContext value={editing}>
      <Editor chain={chain} />
    </ChainContext>
  );
}
