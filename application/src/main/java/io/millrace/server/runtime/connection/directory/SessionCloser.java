// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection.directory;

/** Closes a session whose place another one has taken, on whichever instance it is. */
@FunctionalInterface
public interface SessionCloser {

    /** Closes the session, asynchronously. A session that has ended, or whose instance has, is ignored. */
    void takenOver(ListedConnection session);
}
