// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.Template;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Keys with placeholders for a message's values, compiled once. */
final class KeyTemplates {

    private final List<Template> templates;

    KeyTemplates(List<String> keys) {
        this.templates = keys.stream().map(Template::of).toList();
    }

    boolean isEmpty() {
        return templates.isEmpty();
    }

    /** Returns the resolved keys for a message, each once, in their order. */
    Set<String> resolve(RuleMessage message) {
        Set<String> keys = LinkedHashSet.newLinkedHashSet(templates.size());
        templates.forEach(template -> keys.add(template.resolve(message)));
        return keys;
    }
}
