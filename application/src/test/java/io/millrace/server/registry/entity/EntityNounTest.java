// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.entity;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.EntityType;
import org.junit.jupiter.api.Test;

class EntityNounTest {

    private final EntityNoun noun = EntityNoun.of(EntityType.ASSET_PROFILE);

    @Test
    void aTypeOfTwoWordsIsWrittenAsTwoWords() {
        assertThat(noun.singular()).isEqualTo("asset profile");
        assertThat(noun.plural()).isEqualTo("asset profiles");
        assertThat(noun.capitalized()).isEqualTo("Asset profile");
        assertThat(noun.capitalizedPlural()).isEqualTo("Asset profiles");
    }

    @Test
    void theArticleDependsOnTheFirstLetter() {
        assertThat(noun.withArticle()).isEqualTo("an asset profile");
        assertThat(EntityNoun.of(EntityType.DEVICE).withArticle()).isEqualTo("a device");
        assertThat(EntityNoun.of(EntityType.USER).withArticle()).isEqualTo("a user");
    }

    @Test
    void aPropertyIsWrittenInCamelCase() {
        assertThat(noun.camelCase()).isEqualTo("assetProfile");
        assertThat(EntityNoun.of(EntityType.DEVICE).camelCase()).isEqualTo("device");
    }
}
