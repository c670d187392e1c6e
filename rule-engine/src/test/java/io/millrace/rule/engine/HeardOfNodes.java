// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records what the engine reports about its nodes. */
final class HeardOfNodes implements NodeListener {

    /** A message that left a node. */
    record Answer(String type, long nanos, boolean failed) {}

    final List<Answer> answers = new CopyOnWriteArrayList<>();
    final List<Refusal> refusals = new CopyOnWriteArrayList<>();
    final List<String> breakers = new CopyOnWriteArrayList<>();

    @Override
    public OfType ofType(String type) {
        return new OfType() {
            @Override
            public void answered(long nanos, boolean failed) {
                answers.add(new Answer(type, nanos, failed));
            }

            @Override
            public void refused(Refusal reason) {
                refusals.add(reason);
            }

            @Override
            public void breakerOpened() {
                breakers.add("opened " + type);
            }

            @Override
            public void breakerClosed() {
                breakers.add("closed " + type);
            }
        };
    }
}
