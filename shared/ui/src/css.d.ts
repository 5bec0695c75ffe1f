// The type of an imported stylesheet. A package that imports one has `"types": ["@amber/ui/css"]`.
declare module '*.module.css' {
  const styles: Readonly<Record<string, string>>;
  export default styles;
}

declare module '*.css' {}
