// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.queue;

import java.util.List;

/** What came of reading a queue's JSON. */
public sealed interface QueueReading {

    /**
     * It can be used.
     *
     * @param warnings sentences for whoever sent it: which values were read as others, and why
     */
    record Read(QueueDocument document, List<String> warnings) implements QueueReading {

        public Read {
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * It cannot.
     *
     * @param faults all that is wrong, each with its field; at least one
     */
    record Refused(List<String> faults) implements QueueReading {

        public Refused {
            faults = List.copyOf(faults);
        }
    }
}
