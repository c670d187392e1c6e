// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.attribute;

import io.millrace.rule.store.Attribute;
import java.util.List;

/** What a look-up of attributes found. */
sealed interface LookedUp {

    /** The existing ones of the attributes, sorted by key. */
    record Found(List<Attribute> attributes) implements LookedUp {}

    /** Their values are too large for one answer. */
    record TooLarge() implements LookedUp {}
}
