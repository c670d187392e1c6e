// SPDX-License-Identifier: Apache-2.0
/** Rule chains: their versions in the database, their REST API, import and export. */
@NullMarked
package io.millrace.server.chains.rulechain;

import org.jspecify.annotations.NullMarked;
