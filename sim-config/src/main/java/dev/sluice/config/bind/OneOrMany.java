// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.bind;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Lets a list of one item be written as that item. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
public @interface OneOrMany {
    /** Whether Sluice itself writes it so. */
    boolean written() default false;
}
