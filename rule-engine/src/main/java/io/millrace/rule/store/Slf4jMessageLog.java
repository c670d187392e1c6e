// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.NodeIdentity;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the entries of log nodes to the service's own log at level INFO, with the logger {@code io.millrace.rule.log}.
 * Texts are cut at 8,192 characters.
 */
public final class Slf4jMessageLog implements MessageLog {

    private static final Logger log = LoggerFactory.getLogger("io.millrace.rule.log");
    private static final int LONGEST_TEXT = 8_192;

    @Override
    public boolean isEnabled() {
        return log.isInfoEnabled();
    }

    @Override
    public void write(NodeIdentity node, RuleMessage message, String text) {
        log.info(
                "tenant {} chain {} node {} ({}) message {}: {}",
                node.tenant(),
                node.chain(),
                node.node(),
                node.name(),
                message.id(),
                cut(text));
    }

    private static String cut(String text) {
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + "…";
    }
}
