// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.bind;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Of a mapping of single values: lets it be written as one value, that of the named key. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
public @interface Choosing {
    /** The key. */
    String value();
}
