// SPDX-License-Identifier: Apache-2.0
/** What can be added to Sluice from outside: providers by name, their parameters, and the jars that bring them. */
@NullMarked
package dev.sluice.plugin;

import org.jspecify.annotations.NullMarked;
