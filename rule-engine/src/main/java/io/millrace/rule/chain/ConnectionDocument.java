// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.chain;

import java.util.Comparator;

/**
 * A connection as chains are stored and exported: its ends are indices in the list of nodes. The natural order is that
 * in which documents list connections.
 *
 * @param fromIndex index of the node that it leaves, from 0; may be out of range
 * @param toIndex index of the node that it leads to, from 0; may be out of range
 * @param type its label; may be blank
 */
public record ConnectionDocument(int fromIndex, int toIndex, String type)
        implements Comparable<ConnectionDocument> {

    private static final Comparator<ConnectionDocument> ORDER =
            Comparator.comparingInt(ConnectionDocument::fromIndex)
                    .thenComparingInt(ConnectionDocument::toIndex)
                    .thenComparing(ConnectionDocument::type);

    @Override
    public int compareTo(ConnectionDocument other) {
        return ORDER.compare(this, other);
    }
}
