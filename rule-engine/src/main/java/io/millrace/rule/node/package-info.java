// SPDX-License-Identifier: Apache-2.0
/**
 * The API of rule nodes: code, configuration, type description and results. The nodes themselves are in the packages
 * below.
 */
@NullMarked
package io.millrace.rule.node;

import org.jspecify.annotations.NullMarked;
