// The remotes' view of react-router-dom: the names that the host shares, and every type.
export type * from '../../node_modules/react-router-dom/dist/index.d.mts';
export {
  BrowserRouter,
  Link,
  Navigate,
  NavLink,
  Outlet,
  Route,
  Routes,
  generatePath,
  matchPath,
  useLocation,
  useMatch,
  useNavigate,
  useParams,
  useSearchParams,
} from '../../node_modules/react-router-dom/dist/index.d.mts';
