// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.help;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Where an option stands in the help; on a class, where those of its options stand that do not say it themselves. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.TYPE})
public @interface InHelp {
    /** Its group. */
    HelpGroup value();

    /** Whether {@code --help} only names it where there is no room for all; {@code sluice help COMMAND} tells it. */
    boolean rare() default false;
}
