// SPDX-License-Identifier: Apache-2.0
/** Rule chains: editing, versions, validation, test runs, transfer, REST calls into chains. */
@NullMarked
package io.millrace.server.chains;

import org.jspecify.annotations.NullMarked;
