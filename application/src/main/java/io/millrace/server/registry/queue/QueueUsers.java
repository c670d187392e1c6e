// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.queue;

import io.millrace.queue.QueueKey;
import java.util.List;

/** Something that refers to queues by name, so that a queue cannot be deleted while it does. */
public interface QueueUsers {

    /** What refers to a queue, as a person would name it; so many at most. */
    List<String> usersOf(QueueKey queue, int most);
}
