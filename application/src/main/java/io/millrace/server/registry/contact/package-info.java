// SPDX-License-Identifier: Apache-2.0
/** Where tenants and customers can be reached. */
@NullMarked
package io.millrace.server.registry.contact;

import org.jspecify.annotations.NullMarked;
