// SPDX-License-Identifier: Apache-2.0
import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useEntityName } from './useEntityName';

/** The pages of entities, by type. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  DEVICE: (id) => `/devices/${id}`,
  DEVICE_PROFILE: (id) => `/device-profiles?edit=${id}`,
  RULE_CHAIN: (id) => `/rule-chains/${id}`,
};

interface EntityNameProps {
  readonly entityType: string;
  readonly id: string;
}

/** The name of an entity, with a link to its page if it has one. Without a name, as of a deleted entity: type and id. */
export function EntityName({ entityType, id }: EntityNameProps) {
  const { t } = useTranslation();
  const name = useEntityName(entityType, id);
  const page = PAGES[entityType];
  if (name !== undefined && page !== undefined) {
    return (
      <Anchor component={Link} to={page(id)} size="sm">
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
