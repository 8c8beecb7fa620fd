// SPDX-License-Identifier: Apache-2.0
/** What plug-ins have to hold, as tests that theirs extend; published as the classifier {@code contract}. */
@NullMarked
package dev.sluice.contract;

import org.jspecify.annotations.NullMarked;
