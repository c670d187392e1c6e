// SPDX-License-Identifier: Apache-2.0
import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isListed, readEntityName } from '../api/choices';

const FRESH_MS = 300_000;

/** The pages of entities, by type. */
const PAGES: Readonly<Record<string, string>> = { DEVICE: '/devices', RULE_CHAIN: '/rule-chains' };

interface EntityNameProps {
  readonly entityType: string;
  readonly id: string;
}

/** The name of an entity, with a link to its page if it has one. Without a name, as of a deleted entity: type and id. */
export function EntityName({ entityType, id }: EntityNameProps) {
  const { t } = useTranslation();
  const { data: name } = useQuery({
    queryKey: ['entityName', entityType, id],
    queryFn: ({ signal }) => readEntityName(entityType, id, signal),
    enabled: isListed(entityType),
    staleTime: FRESH_MS,
    retry: false,
  });
  const page = PAGES[entityType];
  if (name !== undefined && page !== undefined) {
    return (
      <Anchor component={Link} to={`${page}/${id}`} size="sm">
        {name}
      </Anchor>
    );
  }
  return (
    <Text span size="sm" title={`${entityType} ${id}`}>
      {name ?? t('deadLetters.entity', { type: entityType, id: `${id.slice(0, 8)} …` })}
    </Text>
  );
}
